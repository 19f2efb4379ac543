import { readFileSync } from 'node:fs';
import { Assembly } from '../../src/model/assemble.ts';
import type { Json } from '../../src/model/json.ts';
import type { Session } from '../../src/model/trace.ts';
import { fromWire } from '../../src/model/wire/from-wire.ts';

/** One worked case of a rule metric, as the file states it. */
export interface GoldenCase {
  readonly metric: string;
  readonly name: string;
  readonly input: Readonly<Record<string, Json>>;
  readonly expected: Readonly<Record<string, Json>>;
  readonly why: string;
}

/** The worked cases of one metric. */
export function goldenCases(metric: string): GoldenCase[] {
  const text = readFileSync(new URL('./golden-trace.json', import.meta.url), 'utf8');
  const { cases } = JSON.parse(text) as { cases: GoldenCase[] };
  return cases.filter((each) => each.metric === metric);
}

/** A session of traces of spans in wire form; ids of trace and session are filled in. */
export function sessionOf(traces: readonly (readonly Readonly<Record<string, Json>>[])[]): Session {
  const assembly = new Assembly(() => {});
  for (const [index, spans] of traces.entries()) {
    const ids = { type: 'span', session_id: 's', trace_id: `t${index}` };
    for (const span of spans) {
      const record = fromWire({ name: '', ...ids, ...span }, { file: 'golden' }, () => {});
      if (record) assembly.add(record, { name: 'spans', runUnit: 'trace' });
    }
    if (spans.length === 0)
      assembly.add({ type: 'trace', traceId: `t${index}`, sessionId: 's' }, { name: 'spans', runUnit: 'trace' });
  }
  const [session] = assembly.finish().sessions;
  return session ?? { sessionId: 's', traces: [] };
}
