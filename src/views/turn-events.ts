import type { Json, JsonObject } from '../model/json.ts';
import { type Message, textOf } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { type Agent, agents } from './agents.ts';
import { defineView } from './define-view.ts';
import { modelCalls } from './model-calls.ts';
import { contentOf, functionCall, functionResponse, recordedPart } from './recorded-parts.ts';
import { parentsFirst, spanTree } from './span-tree.ts';
import { type ToolCall, toolCalls } from './tool-calls.ts';

interface Placed {
  /** Position of the span after which it stands. */
  readonly order: number;
  /** Position of the span that shows it: of what ends together, the inner comes first. */
  readonly own: number;
  readonly event: JsonObject;
}

/** What a run did as events of agents-cli, in the order of its spans: model events, calls, their answers, outputs. */
export const turnEvents = defineView('turn-events', 1, (trace: Trace): readonly JsonObject[] => {
  const events = new TurnEvents(trace);
  for (const { span, copies } of modelCalls(trace)) events.addModelCall(span, copies);
  for (const call of toolCalls(trace)) events.addToolCall(call);
  for (const agent of agents(trace)) events.addOutput(agent);
  return events.sorted();
});

/** What a user said at the beginning of a run. */
export function userEvents(trace: Trace, isFirst: boolean): readonly JsonObject[] {
  const asked = (agents(trace).find(({ role }) => role === 'root')?.input ?? []).filter(
    ({ role }) => role === undefined || role === 'user' || role === 'assistant',
  );
  // Later turns of a conversation repeat the earlier ones in their input.
  const fresh = isFirst ? asked : asked.filter(({ role }) => role !== 'assistant').slice(-1);
  return fresh.map((message) => {
    const isAnswer = message.role === 'assistant';
    return { author: isAnswer ? 'model' : 'user', content: contentOf(isAnswer ? 'model' : 'user', [message]) };
  });
}

class TurnEvents {
  readonly #placed: Placed[] = [];
  readonly #position: ReadonlyMap<string, number>;
  readonly #lastBelow: ReadonlyMap<string, number>;
  readonly #names: ReadonlyMap<Span, string>;
  readonly #trace: Trace;
  readonly #requests = new Map<Span, ToolCall[]>();
  /** The last text that each agent said in a model event. */
  readonly #said = new Map<Span | undefined, string>();

  constructor(trace: Trace) {
    this.#trace = trace;
    this.#position = new Map(trace.spans.map((span, index) => [span.spanId, index]));
    this.#lastBelow = lastBelow(trace, this.#position);
    this.#names = new Map(agents(trace).map(({ span, name }) => [span, name]));
    for (const call of toolCalls(trace)) {
      if (!call.requestedBy) continue;
      const known = this.#requests.get(call.requestedBy);
      if (known) known.push(call);
      else this.#requests.set(call.requestedBy, [call]);
    }
  }

  addModelCall(span: Span, copies: readonly Span[]): void {
    const records = [span, ...copies];
    const messages: readonly Message[] = records.find((each) => each.outputMessages?.length)?.outputMessages ?? [];
    const owner = agentRuns(this.#trace).ownerOf(span);
    const parts = messages.flatMap((message) => message.parts).filter(({ type }) => type !== 'tool_call');
    const asked = records.flatMap((each) => this.#requests.get(each) ?? []);
    if (parts.length + asked.length === 0) return;
    this.#said.set(owner, textOf(messages));
    const content = { role: 'model', parts: [...parts.map(recordedPart), ...asked.map(functionCall)] };
    this.#add(span, this.#at(span), owner, content);
  }

  addToolCall(call: ToolCall): void {
    const { executedBy, agent, id, name, result, isError } = call;
    if (!executedBy) return;
    const at = this.#at(executedBy);
    if (!call.requestedBy) this.#add(executedBy, at, agent, { role: 'model', parts: [functionCall(call)] });
    if (result === undefined && !isError) return;
    const answer = { name, ...(id !== undefined && { id }), ...(isError && { isError }) };
    const response = result === undefined ? answer : { ...answer, response: result };
    this.#add(executedBy, this.#lastBelow.get(executedBy.spanId) ?? at, agent, {
      role: 'user',
      parts: [functionResponse(response)],
    });
  }

  /** An output that no model event said. */
  addOutput({ span, output, outputSource }: Agent): void {
    if (!output?.length || outputSource === 'child_llm' || outputSource === 'parent_tool_result') return;
    const text = textOf(output);
    if (text !== '' && this.#said.get(span) === text) return;
    this.#add(span, this.#lastBelow.get(span.spanId) ?? this.#at(span), span, contentOf('model', output));
  }

  sorted(): readonly JsonObject[] {
    return this.#placed.sort((a, b) => a.order - b.order || b.own - a.own).map(({ event }) => event);
  }

  #at(span: Span): number {
    return this.#position.get(span.spanId) ?? 0;
  }

  #add(of: Span, order: number, agent: Span | undefined, content: Json): void {
    const author = (agent && this.#names.get(agent)) ?? 'model';
    this.#placed.push({ order, own: this.#at(of), event: { author, content } });
  }
}

/** The position of the last span at or below each span. */
function lastBelow(trace: Trace, position: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const tree = spanTree(trace);
  const last = new Map(position);
  for (const span of parentsFirst(trace).toReversed()) {
    const parent = tree.parentOf(span);
    const own = last.get(span.spanId) ?? 0;
    if (parent && own > (last.get(parent.spanId) ?? 0)) last.set(parent.spanId, own);
  }
  return last;
}
