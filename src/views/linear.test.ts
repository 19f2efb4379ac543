import { describe, expect, test } from 'vitest';
import { LARGE_TRACES, watchedTrace } from '../testing/large-traces.ts';
import { agents } from './agents.ts';
import { health } from './health.ts';
import { terminal } from './terminal.ts';
import { toolCalls } from './tool-calls.ts';
import { usageLedger } from './usage-ledger.ts';

/** How often the views look at a span of a trace of this size. */
function looksAt(name: string, size: number, withEdges: boolean): number {
  const { trace, looks } = watchedTrace(name, size, withEdges);
  for (const view of [agents, toolCalls, usageLedger, terminal, health]) view(trace);
  return looks();
}

describe.each(LARGE_TRACES)('four times the spans are looked at four times as often: %s', (name) => {
  test.each([true, false])('with edges of the recording: %s', (withEdges) => {
    const small = looksAt(name, 100, withEdges);
    expect(small).toBeGreaterThan(100);
    expect(looksAt(name, 400, withEdges) / small).toBeLessThan(4.4);
  });
});
