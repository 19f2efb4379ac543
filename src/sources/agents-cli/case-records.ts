import type { EvaluationCase } from '../../model/case.ts';
import { isObject, type Json } from '../../model/json.ts';
import { type Message, toRole } from '../../model/message.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { type AgentRoster, agentRoster } from './agent-roster.ts';
import type { FoundCase } from './find-cases.ts';
import { camel, listAt, member, textAt } from './keys.ts';
import { partsOf, responseParts } from './parts.ts';
import { type CaseContext, projectTurn } from './project-turn.ts';
import { closingWord, flatTurn, isAnswered, isStopOnly, type Turn, turnsOf } from './turn-events.ts';

/** The records of one case: a trace for each turn that was answered, and the case itself for each of them. */
export function* caseRecords(
  { value, at, id }: FoundCase,
  sessionId: string,
  report: (problem: Problem) => void,
): Generator<ModelRecord> {
  const roster = agentRoster(value);
  const given = evaluationCase(value, id, roster, at);
  const turns = recordedTurns(value, at.pointer ?? '');
  const answered = turns.filter(isAnswered);
  if (answered.length === 0) {
    yield { type: 'case', case: given };
    return;
  }
  for (const [index, turn] of turns.entries()) {
    if (!isAnswered(turn)) {
      if (isStopOnly(turn)) continue;
      const facts = { turn: turn.id, case: id };
      report(problem('SOURCE_UNANSWERED_TURN', facts, { ...at, pointer: turn.pointer }));
      continue;
    }
    const place = { file: at.file, sessionId, traceId: `${escaped(sessionId)}/${turn.id}` };
    const context = contextOf(value, turn === answered[0], turn === answered.at(-1));
    yield* projectTurn(turn, roster, place, { ...context, closing: closingWord(turn, turns[index + 1]) });
    yield { type: 'case', case: given, traceId: place.traceId };
  }
}

/** Turns of `agent_data`; without an answered one, each response of the case as a turn of its own. */
function recordedTurns(value: Json, pointer: string): Turn[] {
  const turns = turnsOf(member(value, 'agent_data'), `${pointer}/agent_data`);
  if (turns.some(isAnswered)) return turns;
  const responses = listAt(value, 'responses');
  return responses.map((response, index) =>
    flatTurn(value, response, responses.length > 1 ? `response_${index}` : 'turn_0', pointer),
  );
}

function contextOf(value: Json, isFirst: boolean, isLast: boolean): CaseContext {
  const prompt = promptOf(value);
  const response = member(listAt(value, 'responses')[0], 'response');
  const instruction = partsOf(member(value, 'system_instruction')).flatMap((part) =>
    part.type === 'text' ? [part.content] : [],
  );
  return {
    history: isFirst ? listAt(value, 'conversation_history').map(historyMessage) : [],
    ...(isFirst && prompt !== undefined && { prompt: { role: 'user', parts: partsOf(prompt) } }),
    ...(isLast && response !== undefined && { answer: { role: 'assistant', parts: responseParts(response) } }),
    ...(instruction.length && { instruction: instruction.join('') }),
    furtherKeys: furtherKeys(value),
  };
}

/** The prompt of a case; for one that a simulated user plays, what that user says first. */
function promptOf(value: Json): Json | undefined {
  const first = textAt(member(value, 'user_scenario'), 'starting_prompt');
  return member(value, 'prompt') ?? (first === undefined ? undefined : { role: 'user', parts: [{ text: first }] });
}

const READ_KEYS: ReadonlySet<string> = new Set(
  `eval_case_id prompt responses reference context rubric_groups tags agent_data agent_info intermediate_events
  conversation_history system_instruction`
    .split(/\s+/)
    .flatMap((key) => [key, camel(key)]),
);

/** What else a case says: a function of the user may ask for any of it. */
function furtherKeys(value: Json): ReadonlyMap<string, Json> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([key, member]) =>
      READ_KEYS.has(key) || member === null ? [] : [[`eval_case.${key}`, member] as const],
    ),
  );
}

function historyMessage(message: Json): Message {
  const content = member(message, 'content');
  const author = textAt(message, 'author') ?? textAt(content, 'role') ?? 'user';
  const role = toRole(author);
  return { role: role === 'other' ? 'assistant' : role, parts: partsOf(content) };
}

/** What the runs of a case are held against. Contents stay as recorded. */
function evaluationCase(value: Json, id: string, roster: AgentRoster, at: At): EvaluationCase {
  const prompt = promptOf(value);
  const reference = member(value, 'reference');
  const context = member(value, 'context');
  const rubricGroups = member(value, 'rubric_groups');
  const tags = listAt(value, 'tags').filter((tag) => typeof tag === 'string');
  return {
    id,
    ...(prompt !== undefined && { prompt }),
    ...(reference !== undefined && { reference }),
    ...(context !== undefined && { context }),
    ...(rubricGroups !== undefined && { rubricGroups }),
    ...(tags.length && { tags }),
    ...(roster.allTools.length && { tools: roster.allTools }),
    at,
  };
}

/** A case id may hold the sign that parts it from its turn. */
function escaped(id: string): string {
  return id.replaceAll('%', '%25').replaceAll('/', '%2F');
}
