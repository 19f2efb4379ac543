import type { Part, ToolResponsePart } from '../../model/message.ts';
import type { AgentRoster } from './agent-roster.ts';
import { type Call, CallBook, transferTarget } from './call-book.ts';
import { isUserEvent, type Turn, type TurnEvent } from './turn-events.ts';

/** One run of one agent in a turn. */
export interface Run {
  /** Undefined where only tool events were recorded. */
  readonly author?: string;
  readonly spanId: string;
  readonly first: TurnEvent;
  /** The call that led to it. */
  readonly ledBy?: Call;
  /** The run that spoke before it. */
  readonly previous?: Run;
  /** The run in charge when it began: the root, or the last agent that the conversation was transferred to. */
  readonly holder?: Run;
  /** The latest run of an agent that declares this one as its sub-agent. */
  readonly declared?: Run;
  /** The transfer to a container, such as a pipeline, whose agents were still at work when it began. */
  readonly within?: Call;
  last: TurnEvent;
  /** The latest run that it issued without a call of its own: by declaration, or through a container. */
  movedOnTo?: Run;
  /** What each of its model events said. */
  readonly said: (readonly Part[])[];
}

/** A model event and the run that it belongs to. */
export interface ModelEvent {
  readonly event: TurnEvent;
  readonly run: Run;
  readonly parts: readonly Part[];
}

/** A turn taken apart. */
export interface TurnRuns {
  readonly runs: readonly Run[];
  readonly models: readonly ModelEvent[];
  readonly calls: readonly Call[];
}

/** Authors of steps that a framework writes in the name of nobody. */
const TOOL_AUTHORS: ReadonlySet<string> = new Set(['tool', 'tool_call', 'function', 'user']);
/** Authors that stand for the agent in charge where the case declares no agent of that name. */
const ALIASES: ReadonlySet<string> = new Set(['agent', 'model', 'assistant']);
const NESTED = 64;

/** Gathers the events of a turn into runs of agents, model events and function calls. */
export function gatherRuns(turn: Turn, roster: AgentRoster): TurnRuns {
  const gathering = new Gathering(turn, roster);
  for (const event of turn.events) if (!isUserEvent(event)) gathering.add(event);
  return { runs: gathering.runs, models: gathering.models, calls: gathering.book.calls };
}

class Gathering {
  readonly runs: Run[] = [];
  readonly models: ModelEvent[] = [];
  readonly book: CallBook;
  readonly #roster: AgentRoster;
  readonly #rootName: string | undefined;
  /** The first author is declared as its sub-agent, so it is at work before it speaks. */
  readonly #rootIsSilent: boolean;
  readonly #latest = new Map<string, Run>();
  #current: Run | undefined;
  #holder: Run | undefined;
  #container: Call | undefined;

  constructor(turn: Turn, roster: AgentRoster) {
    this.#roster = roster;
    this.book = new CallBook(roster, new Set(turn.events.map((event) => event.author)));
    const isAlias = (author: string): boolean => ALIASES.has(author) && !roster.has(author);
    const authors = turn.events.map((event) => event.author).filter((author) => !TOOL_AUTHORS.has(author));
    const first = authors.find((author) => !isAlias(author));
    const issuer = first === undefined ? undefined : issuerOfFirst(first, turn, roster);
    this.#rootName = issuer ?? first ?? roster.root ?? authors[0];
    this.#rootIsSilent = issuer !== undefined;
  }

  add(event: TurnEvent): void {
    if (this.#rootIsSilent && !this.#holder) this.#current = this.#begin(event, this.#rootName, '0-root');
    const run = this.#runOf(event);
    this.#current = run;
    run.last = event;
    let answers = 0;
    let calls = 0;
    for (const part of event.parts) {
      if (part.type === 'tool_call_response') this.#answer(part, event, run, answers++);
    }
    const said = event.parts.filter((part) => part.type !== 'tool_call_response');
    if (said.length === 0 && !event.isResponse) return;
    run.said.push(said);
    this.models.push({ event, run, parts: said });
    for (const part of said) {
      if (part.type === 'tool_call') this.book.ask(part, `${eventId(event)}-tool-${pad(calls++, 3)}`, run, event);
    }
  }

  #answer(response: ToolResponsePart, event: TurnEvent, run: Run, number: number): void {
    if (this.book.answer(response, event)) return;
    const { id, name = 'tool' } = response;
    this.book.addAnswered({
      part: { type: 'tool_call', ...(id !== undefined && { id }), name },
      spanId: `${eventId(event)}-unasked-${pad(number, 3)}`,
      run,
      event,
      isTransfer: false,
      response,
      answeredAt: event,
    });
  }

  #runOf(event: TurnEvent): Run {
    const current = this.#current;
    if (TOOL_AUTHORS.has(event.author)) return current ?? this.#begin(event, this.#rootName);
    const isAlias = ALIASES.has(event.author) && !this.#roster.has(event.author);
    const author = isAlias ? (this.#holder ? this.#holder.author : this.#rootName) : event.author;
    if (current && current.author === author) return current;
    return this.#returning(author) ?? this.#begin(event, author);
  }

  /** The run that goes on: the issuer of an agent that ran as a tool or of a container, or the agent in charge. */
  #returning(author: string | undefined): Run | undefined {
    let at = this.#current;
    for (let depth = 0; at?.ledBy && !at.ledBy.isTransfer && depth < NESTED; depth++) {
      at = at.ledBy.run;
      if (at.author === author) return at;
    }
    if (this.#container && this.#container.run.author === author && !(author && this.book.hasTransferTo(author))) {
      this.#holder = this.#container.run;
      this.#container = undefined;
      return this.#holder;
    }
    // A transfer to an agent that is at work, by one that works for it, begins a new run.
    if (author !== undefined && this.book.hasTransferTo(author)) return undefined;
    // One that speaks again without a transfer back has taken over from those that it had transferred to.
    let holder = this.#holder;
    for (let depth = 0; holder && holder.author !== author && depth < NESTED; depth++)
      holder = holder.ledBy?.run ?? holder.within?.run;
    if (holder?.author !== author) return undefined;
    this.#holder = holder;
    return holder;
  }

  #begin(event: TurnEvent, author: string | undefined, suffix = 'agent'): Run {
    const ledBy = author === undefined ? undefined : this.book.takeLeadingTo(author);
    const declared = author === undefined ? undefined : this.#declaredIssuer(author);
    if (ledBy?.isTransfer) this.#container = ledBy.target === author ? undefined : ledBy;
    const within = ledBy?.isTransfer === false ? undefined : this.#container;
    const run: Run = {
      ...(author !== undefined && { author }),
      spanId: `${eventId(event)}-${suffix}`,
      first: event,
      last: event,
      said: [],
      ...(ledBy && { ledBy }),
      ...(this.#current && { previous: this.#current }),
      ...(this.#holder && { holder: this.#holder }),
      ...(declared && { declared }),
      ...(within && { within }),
    };
    if (ledBy) ledBy.led = run;
    const issuer = standingIssuer(run);
    if (issuer) issuer.movedOnTo = run;
    if (!this.#holder || ledBy?.isTransfer || (within && !declared)) this.#holder = run;
    this.runs.push(run);
    if (author !== undefined) this.#latest.set(author, run);
    return run;
  }

  #declaredIssuer(author: string): Run | undefined {
    let latest: Run | undefined;
    for (const issuer of this.#roster.issuersOf(author)) {
      const run = this.#latest.get(issuer);
      if (run && (!latest || run.first.index > latest.first.index)) latest = run;
    }
    return latest;
  }
}

/** Who issued a run without a call of its own, where a declaration or a container tells; else undefined. */
function standingIssuer({ ledBy, declared, within }: Run): Run | undefined {
  return ledBy && ledBy !== within ? undefined : ledBy ? within?.run : (declared ?? within?.run);
}

/** Who issued a run; undefined for the first one of a turn. */
export function issuerOf(run: Run): Run | undefined {
  return run.ledBy?.run ?? standingIssuer(run) ?? (isStep(run) ? run.holder : run.previous);
}

/** True when its issuer went on after a run that it had not called as a tool: it spoke again, or moved on to another one. */
export function isStep(run: Run): boolean {
  const issuer = standingIssuer(run);
  const { holder, first, ledBy } = run;
  if (ledBy?.isTransfer && !issuer) return ledBy.run.last.index > first.index;
  if (issuer) return issuer.last.index > first.index || issuer.movedOnTo !== run;
  return !run.ledBy && holder !== undefined && holder.last.index > first.index;
}

/** The agent above the first author of a turn that declares it as its sub-agent and speaks later, without a transfer. */
function issuerOfFirst(first: string, { events }: Turn, roster: AgentRoster): string | undefined {
  const authors = new Set(events.map(({ author }) => author));
  const calls = events.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_call'));
  for (const call of calls) authors.delete(transferTarget(call) ?? '');
  let found: string | undefined;
  const seen = new Set([first]);
  for (let at: string | undefined = first; at !== undefined; ) {
    at = [...roster.issuersOf(at)].sort().find((issuer) => authors.has(issuer) && !seen.has(issuer));
    if (at === undefined) break;
    seen.add(at);
    found = at;
  }
  return found;
}

/** Ids sort in the order of events: no other order is recorded. */
export function eventId(event: TurnEvent): string {
  return pad(event.index, 6);
}

function pad(number: number, width: number): string {
  return String(number).padStart(width, '0');
}
