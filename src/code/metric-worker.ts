import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createJiti } from 'jiti';
import type { ConfigFor, Metric, Partition, ScoreContext } from '../metrics/define-metric.ts';
import type { Session } from '../model/trace.ts';
import { agents } from '../views/agents.ts';
import { answerFields } from './answer-fields.ts';
import {
  LOADED,
  type PartitionName,
  type Reply,
  type Request,
  type ScorerFile,
  type SentContext,
  spanKey,
} from './worker-messages.ts';

// The entry of the worker in which a metric of the user runs, so that it can be ended when it takes too long.

const LONGEST_MESSAGE = 2000;

type Score = Metric['score'];
type Asked = Extract<Request, { readonly type: 'score' }>;

const given = workerData as { port?: MessagePort; readonly scorer: ScorerFile };
const { port, scorer: file } = given;
if (!parentPort || !port) throw new Error('this file runs in a worker only');
// What the code of the user posts to its parent is no answer: nobody hears it, however much it is.
parentPort.close();
delete given.port;
const tell = (reply: Reply): void => port.postMessage(reply);

let session: Session | undefined;
const scorer = await loadScorer(file).catch((error: unknown) => {
  tell({ type: 'unusable', id: LOADED, message: messageOf(error) });
  return undefined;
});

if (scorer) {
  port.on('message', (request: Request) => {
    if (request.type === 'session') session = request.session;
    else void score(scorer, request);
  });
  tell({ type: 'ready', id: LOADED });
}

async function score(scorer: Score, { id, partition: name, context }: Asked): Promise<void> {
  try {
    const partition = session && partitionOf(session, name);
    if (!partition) throw new Error('the partition is not part of the session');
    const answer = await scorer(partition, contextOf(context));
    tell({ type: 'answer', id, answer: answerFields(answer, file.isFamily) });
  } catch (error) {
    tell({ type: 'threw', id, message: messageOf(error) });
  }
}

async function loadScorer({ file, exported, doors }: ScorerFile): Promise<Score> {
  const modules = await Promise.all(
    Object.entries(doors).map(async ([name, url]) => [name, await import(url)] as const),
  );
  // Nothing is left in the user's folders: no cache of what was compiled.
  const jiti = createJiti(file, { virtualModules: Object.fromEntries(modules), fsCache: false });
  const loaded = (await jiti.import(file)) as Readonly<Record<string, unknown>>;
  const names = exported === undefined ? ['default', 'score', 'metric'] : [exported];
  for (const name of names) {
    const found = loaded[name];
    if (typeof found === 'function') return found as Score;
    if (typeof found === 'object' && found !== null && 'score' in found && typeof found.score === 'function')
      return (found as Metric).score.bind(found);
  }
  throw new Error(`it exports no function ${names.map((name) => `'${name}'`).join(', ')}`);
}

function partitionOf(of: Session, { type, trace: position, spanId }: PartitionName): Partition | undefined {
  if (type === 'session') return { type, session: of };
  const trace = position === undefined ? undefined : of.traces[position];
  if (!trace || type === 'trace') return trace && { type: 'trace', trace };
  const span = trace.spans.find((each) => each.spanId === spanId);
  const agent = agents(trace).find((each) => each.span === span);
  return span && { type: 'span', span, trace, ...(agent && { agent }) };
}

function contextOf({ config, ofSpans, dependencies, declared }: SentContext): ScoreContext {
  const configFor: ConfigFor = ({ span }) => ofSpans.get(spanKey(span.traceId, span.spanId)) ?? config;
  return { config, configFor, dependencies, declared };
}

function messageOf(error: unknown): string {
  const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return told.length > LONGEST_MESSAGE ? `${told.slice(0, LONGEST_MESSAGE)}…` : told;
}
