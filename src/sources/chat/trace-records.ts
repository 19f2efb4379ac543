import { field, isObject, type Json, textField } from '../../model/json.ts';
import type { Terminal } from '../../model/terminal.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { RECORDING_CUT } from '../input/loss.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { endingOf, failureOf } from './ending.ts';
import type { Identity } from './identity.ts';
import type { ChatRecord } from './records.ts';
import { type Around, conversationSpans } from './spans.ts';
import { benchmarkAttributes, benchmarkCase } from './tau-bench.ts';
import { declaredTools } from './tool-definitions.ts';

type Report = (problem: Problem) => void;

/** The trace of one conversation, and its case where it carries one. Nothing but a case where nobody answered. */
export function* traceRecords(record: ChatRecord, identity: Identity, report: Report): Generator<ModelRecord> {
  const { kind, value, at } = record;
  const isBenchmark = kind === 'tau-bench';
  const { list, messagesAt } = messagesOf(record, report);
  const conversation = readConversation(list ?? [], messagesAt, report);
  const failure = isBenchmark ? failureOf(value) : undefined;
  const isRun = conversation.turns.length > 0 || conversation.results.length > 0 || failure !== undefined;
  const traceId = identity.id;
  if (isBenchmark) {
    const given = benchmarkCase(value, identity, at, report);
    yield { type: 'case', case: given, ...(isRun && { traceId }) };
  }
  if (!isRun) {
    if (list) report(problem('SOURCE_NO_ANSWER', { record: traceId }, at));
    return;
  }
  const around = { traceId, at, messagesAt, ...aroundOf(record, conversation, report), ...(failure && { failure }) };
  for (const span of conversationSpans(conversation, around)) yield { type: 'span', span };
  const terminal = record.isCut ? RECORDING_CUT : endOf(conversation, isBenchmark, failure);
  yield { type: 'trace', traceId, ...(terminal && { terminal }) };
}

function endOf(conversation: Conversation, isBenchmark: boolean, failure: string | undefined): Terminal | undefined {
  if (failure === undefined) return endingOf(conversation, isBenchmark);
  return { state: 'error', reason: failure, by: 'framework', source: 'reported' };
}

function messagesOf({ kind, value, at }: ChatRecord, report: Report): { list?: readonly Json[]; messagesAt: At } {
  if (Array.isArray(value)) return { list: value, messagesAt: at };
  const key = kind === 'tau-bench' ? 'traj' : 'messages';
  const messagesAt = { ...at, pointer: `${at.pointer ?? ''}/${key}` };
  const list = field(value, key);
  if (Array.isArray(list)) return { list, messagesAt };
  report(problem('SOURCE_BAD_RECORD', { reason: `${key} is no list of messages` }, messagesAt));
  return { messagesAt };
}

type About = Pick<Around, 'agentName' | 'model' | 'tools' | 'attributes' | 'hasErrorTexts' | 'isCut'>;

function aroundOf({ kind, value, at, isCut }: ChatRecord, conversation: Conversation, report: Report): About {
  const agentName = agentNameOf(value, conversation);
  const model = textField(value, 'model') || undefined;
  const tools = declaredTools(value, at, report);
  return {
    attributes: kind === 'tau-bench' ? benchmarkAttributes(value) : furtherKeys(value),
    hasErrorTexts: kind === 'tau-bench',
    isCut,
    ...(agentName !== undefined && { agentName }),
    ...(model !== undefined && { model }),
    ...(tools && { tools }),
  };
}

/** The name that the record gives its agent, or the only one that its messages bear. */
function agentNameOf(value: Json, { turns }: Conversation): string | undefined {
  const stated = textField(value, 'agent_name') || textField(value, 'agent');
  if (stated) return stated;
  const names = new Set(turns.map(({ name }) => name));
  const [only] = names;
  return names.size === 1 ? only : undefined;
}

const READ: ReadonlySet<string> = new Set(['messages', 'tools', 'functions', 'model', 'agent', 'agent_name']);

/** Keys of a record that nothing reads, for functions of the user and for the match of a case. */
function furtherKeys(value: Json): Map<string, Json> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(entries.filter(([key, member]) => !READ.has(key) && member !== null));
}
