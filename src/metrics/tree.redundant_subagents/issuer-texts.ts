import { canonicalJson } from '../../model/canonical-json.ts';
import { textOf } from '../../model/message.ts';
import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import { agentRuns } from '../../views/agent-runs.ts';
import { agents } from '../../views/agents.ts';
import { type ToolCall, toolCalls } from '../../views/tool-calls.ts';
import { type Moments, momentsOf } from '../moments.ts';
import { plainWords, shinglesOf } from '../shingles.ts';
import { namesIn } from './names-in.ts';

/** Characters of one text that are compared. */
const LONGEST = 50_000;

/** What an agent said or asked for at one moment. */
interface Said {
  readonly at: bigint;
  readonly words: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** What an issuer said, by when it last said it: every output is looked up, none is compared with every text. */
export class IssuerTexts {
  readonly #said: readonly Said[];
  readonly #sequences = new Map<number, ReadonlyMap<string, number>>();
  #names: ReadonlyMap<string, number> | undefined;

  constructor(said: readonly Said[]) {
    this.#said = [...said].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** True when some sequence of `size` words of a text was said at or after a moment. */
  sharesSequence(words: readonly string[], size: number, since: bigint): boolean {
    let last = this.#sequences.get(size);
    if (!last) {
      last = lastMoments(this.#said, (said) => shinglesOf(said.words, size));
      this.#sequences.set(size, last);
    }
    const from = this.#from(since);
    for (const sequence of shinglesOf(words, size)) if ((last.get(sequence) ?? -1) >= from) return true;
    return false;
  }

  /** True when one of some names was used at or after a moment. */
  usesName(names: Iterable<string>, since: bigint): boolean {
    this.#names ??= lastMoments(this.#said, (said) => said.names);
    const from = this.#from(since);
    for (const name of names) if ((this.#names.get(name) ?? -1) >= from) return true;
    return false;
  }

  /** Position of the first text at or after a moment. */
  #from(since: bigint): number {
    let [low, high] = [0, this.#said.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#said[middle]?.at ?? 0n) < since) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function lastMoments(said: readonly Said[], keysOf: (said: Said) => Iterable<string>): Map<string, number> {
  const last = new Map<string, number>();
  for (const [position, each] of said.entries()) for (const key of keysOf(each)) last.set(key, position);
  return last;
}

/** What each issuer said and asked for. */
export function textsByIssuer(trace: Trace): Map<Span, IssuerTexts> {
  const runs = agentRuns(trace);
  const said = new Map<Span, Said[]>();
  const add = (agent: Span | undefined, at: bigint, text: string): void => {
    if (!agent || text === '') return;
    const cut = text.slice(0, LONGEST);
    const each = { at, words: plainWords(cut), names: new Set(namesIn(cut)) };
    const list = said.get(agent);
    if (list) list.push(each);
    else said.set(agent, [each]);
  };
  const list = agents(trace);
  const issuers = new Set(list.map(({ issuer }) => issuer));
  const moments = momentsOf(trace);
  for (const span of trace.spans) {
    const owner = runs.ownerOf(span);
    if (span.kind === 'LLM' && issuers.has(owner)) add(owner, moments.startOf(span), textOf(span.outputMessages ?? []));
  }
  for (const call of toolCalls(trace))
    if (issuers.has(call.agent)) add(call.agent, momentOfCall(call, moments), argumentsText(call));
  for (const agent of list)
    if (issuers.has(agent.span)) add(agent.span, moments.endOf(agent.span), textOf(agent.output ?? []));
  return new Map([...said].map(([agent, texts]) => [agent, new IssuerTexts(texts)]));
}

function momentOfCall({ requestedBy, executedBy }: ToolCall, moments: Moments): bigint {
  const span = executedBy ?? requestedBy;
  return span ? moments.startOf(span) : 0n;
}

function argumentsText({ arguments: args, argumentsRaw }: ToolCall): string {
  return args === undefined ? (argumentsRaw ?? '') : canonicalJson(args);
}
