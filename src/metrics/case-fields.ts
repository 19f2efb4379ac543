import { field, type Json, listField, textField } from '../model/json.ts';
import { textOf } from '../model/message.ts';
import type { Trace } from '../model/trace.ts';
import { agentData } from '../views/agent-data.ts';
import { agents } from '../views/agents.ts';
import { finalAnswer } from '../views/final-answer.ts';
import { contentOf } from '../views/recorded-parts.ts';
import { spanTree } from '../views/span-tree.ts';
import { turnEvents } from '../views/turn-events.ts';
import type { Partition } from './define-metric.ts';
import { casedTraces, isDecided, tracesOf } from './evaluated-case.ts';
import { readResponse } from './response-check.ts';

/** Roots that every case may have. Any other key of a case is a root where the case holds it. */
export const STANDARD_FIELDS: ReadonlySet<string> = new Set([
  'prompt',
  'response',
  'reference',
  'context',
  'agent_data',
  'eval_case_id',
  'system_instruction',
]);

/** What a template can ask of a case. */
export interface CaseFields {
  /** Keys of the case beyond the standard ones. */
  readonly further: ReadonlySet<string>;
  /** The value of a root; undefined where the case lacks it. */
  fieldOf(root: string): Json | undefined;
  /** True where the run did not end with a text, and its last text before that stands for its response. */
  readonly isResponseDerived: boolean;
}

const FURTHER = 'eval_case.';

/**
 * The fields of a partition, whatever its source. A dataset of agents-cli holds most of them itself; for any other
 * recording they are read from its traces.
 */
export function caseFields(partition: Partition): CaseFields {
  const traces = tracesOf(partition);
  const further = furtherFields(traces[0]);
  const known = new Map<string, Json | undefined>();
  const fieldOf = (root: string): Json | undefined => {
    if (!STANDARD_FIELDS.has(root)) return further.get(root);
    if (!known.has(root)) known.set(root, standardField(root, partition, traces));
    return known.get(root);
  };
  const last = traces.at(-1);
  return {
    further: new Set(further.keys()),
    fieldOf,
    get isResponseDerived() {
      return last !== undefined && !endsWithText(last) && lastText(last) !== undefined;
    },
  };
}

function standardField(root: string, partition: Partition, traces: readonly Trace[]): Json | undefined {
  const cased = casedTraces(partition);
  const given = isDecided(cased) ? undefined : cased.given;
  switch (root) {
    case 'prompt':
      return present(given?.prompt) ?? askedOf(traces[0]);
    case 'response':
      return answerOf(traces.at(-1));
    case 'reference':
      return present(given?.reference);
    case 'context':
      return present(given?.context);
    case 'eval_case_id':
      return given?.id;
    case 'system_instruction':
      return instructionOf(traces[0]);
    default:
      return agentData(traces);
  }
}

function present(value: Json | undefined): Json | undefined {
  return value === null ? undefined : value;
}

/** What the user said last to the root agent of a run. */
function askedOf(trace: Trace | undefined): Json | undefined {
  const root = trace && rootOf(trace);
  const message = root?.input?.findLast(({ role }) => role === undefined || role === 'user');
  return message && contentOf('user', [message]);
}

/**
 * The final answer. One that was recorded and is empty is an empty text. Where a run ended with something else, such as a
 * call that hands over to a person, it is its last text before that, as agents-cli has it.
 */
function answerOf(trace: Trace | undefined): Json | undefined {
  const agent = trace && finalAnswer(trace);
  if (!trace || !agent?.output) return undefined;
  if (!endsWithText(trace)) return lastText(trace);
  const said = agent.output.filter(({ role }) => role === undefined || role === 'assistant');
  return { role: 'model', parts: [{ text: textOf(said) }] };
}

/** True also for a recorded answer that is empty, and where no answer was recorded. */
function endsWithText(trace: Trace): boolean {
  const agent = finalAnswer(trace);
  if (!agent?.output) return true;
  const { text, hasOther } = readResponse(agent.output, (agent.outputSpan ?? agent.span).toolCalls);
  return text !== '' || !hasOther;
}

/** The last text of an agent, as a Content. */
function lastText(trace: Trace): Json | undefined {
  for (const event of turnEvents(trace).toReversed()) {
    const content = field(event, 'content');
    const text = listField(content, 'parts')
      .map((part) => (field(part, 'thought') === true ? '' : (textField(part, 'text') ?? '')))
      .join('');
    if (field(content, 'role') === 'model' && text.trim() !== '') return { role: 'model', parts: [{ text }] };
  }
  return undefined;
}

function instructionOf(trace: Trace | undefined): Json | undefined {
  const parts = trace && rootOf(trace)?.span.systemInstructions;
  return parts?.length ? contentOf('user', [{ parts }]) : undefined;
}

function rootOf(trace: Trace): ReturnType<typeof agents>[number] | undefined {
  return agents(trace).find(({ role }) => role === 'root');
}

/** Keys of a dataset's case that nothing else reads: its source keeps them on the root of the run. */
function furtherFields(trace: Trace | undefined): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>();
  for (const root of trace ? spanTree(trace).roots : []) {
    for (const [key, value] of root.attributes) {
      const name = key.startsWith(FURTHER) ? key.slice(FURTHER.length) : '';
      if (name !== '' && value !== null && !fields.has(name)) fields.set(name, value);
    }
  }
  return fields;
}
