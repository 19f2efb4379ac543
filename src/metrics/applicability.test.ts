import { describe, expect, it } from 'vitest';
import type { Trace } from '../model/trace.ts';
import {
  agent,
  assembled,
  chain,
  llm,
  type Made,
  makeTrace,
  recordsOf,
  tool,
  unnamedAgent,
} from '../testing/make-trace.ts';
import { applicability } from './applicability.ts';
import type { Partition } from './define-metric.ts';
import type { Manifest } from './manifest.ts';
import { metricNamed } from './registry.ts';

const { manifest } = metricNamed('agent.subagent_validity');
const needing = (more: Partial<Manifest>): Manifest => ({ ...manifest, required_kinds: [], ...more });
const ofTrace = (trace: Trace): Partition => ({ type: 'trace', trace });
const trace = (...roots: Made[]): Partition => ofTrace(makeTrace(roots));

function reason(of: Manifest, partition: Partition): string {
  const answer = applicability(of, partition);
  return answer ? `${answer.status} ${'reason' in answer ? answer.reason : ''}` : 'to be scored';
}

function spanNamed(name: string, ...roots: Made[]): Partition {
  const made = makeTrace(roots);
  const span = made.spans.find((each) => each.name === name);
  if (!span) throw new Error(`no span ${name}`);
  return { type: 'span', span, trace: made };
}

function session(...turns: Made[]): Partition {
  const records = turns.flatMap((turn, index) =>
    recordsOf([turn], `t${index}`).map((span) => ({ ...span, sessionId: 's' })),
  );
  const [made] = assembled(records);
  if (!made) throw new Error('no session');
  return { type: 'session', session: made };
}

describe('kinds that a metric requires', () => {
  const answer = agent('lead', { says: 'a long enough answer' });

  it('let a partition with all of them be scored', () => {
    expect(reason(manifest, trace(answer))).toBe('to be scored');
    expect(reason(manifest, session(answer, answer))).toBe('to be scored');
  });

  it('that are the scored kind and do not occur leave nothing to score', () => {
    expect(reason(manifest, trace(chain('pipeline', { children: [llm()] })))).toBe('not_applicable no_target_spans');
    expect(reason(manifest, session(chain('one'), chain('two')))).toBe('not_applicable no_target_spans');
  });

  it('that are another kind are named', () => {
    const both = needing({ required_kinds: ['AGENT', 'TOOL'] });
    expect(reason(both, trace(answer))).toBe('not_applicable required_kind_missing:TOOL');
    expect(reason(both, trace(agent('lead', { children: [tool('search')] })))).toBe('to be scored');
  });

  it('may occur in any trace of a session', () => {
    expect(reason(manifest, session(chain('one'), answer))).toBe('to be scored');
  });

  it('are not met by a span that only stands around agents', () => {
    const workflow = unnamedAgent('workflow', { children: [answer] });
    expect(reason(manifest, spanNamed('workflow', workflow))).toBe('not_applicable kind_mismatch');
    expect(reason(manifest, spanNamed('lead', workflow))).toBe('to be scored');
  });

  it('decide by its own kind over a span', () => {
    expect(reason(manifest, spanNamed('search', agent('lead', { children: [tool('search')] })))).toBe(
      'not_applicable kind_mismatch',
    );
    expect(reason(manifest, spanNamed('lead', answer))).toBe('to be scored');
  });
});

describe('columns that a metric requires', () => {
  it('leave a partition without them unresolved, with no limit to what the score may be', () => {
    const metric = needing({ required_columns: ['output_messages', 'usage'] });
    const answer = applicability(metric, trace(agent('lead', { says: 'done' })));
    expect(answer).toMatchObject({
      status: 'unresolved',
      score: null,
      reason: 'required_column_missing:usage',
      bounds: [null, null],
      because: 'usage was not recorded',
    });
  });

  it('are met when one span carries each', () => {
    const metric = needing({ required_columns: ['usage', 'tool.arguments', 'finish_reasons'] });
    const model = llm({ tokens: [1, 1], finishReasons: ['stop'] });
    expect(reason(metric, trace(agent('a', { children: [model, tool('t', { args: {} })] })))).toBe('to be scored');
  });

  it('count as recorded when they are recorded empty', () => {
    const metric = needing({ required_columns: ['output_messages'] });
    expect(reason(metric, trace(agent('a', { outputMessages: [] })))).toBe('to be scored');
  });
});

describe('shapes of traces that a metric does not support', () => {
  const without = (...shapes: string[]): Manifest => needing({ unsupported_trace_shapes: shapes });
  const plain = agent('lead', { says: 'done', children: [llm({ says: 'done' })] });

  it.each([
    ['multiple_roots', trace(plain, agent('other'))],
    ['orphan_spans', trace(plain, agent('lost', { parentId: 'elsewhere' }))],
    ['no_timestamps', trace(agent('lead', { from: undefined, says: 'done' }))],
    ['content_not_captured', trace(agent('lead'))],
    ['content_not_captured', trace(agent('lead', { says: 'x', children: [llm({ contentCaptured: false })] }))],
    ['single_turn', trace(plain)],
    ['multi_turn', session(plain, plain)],
    [
      'truncated_attributes',
      ofTrace({
        ...makeTrace([plain]),
        findings: [{ kind: 'truncated_attributes', message: 'cut', count: 1, spanIds: [] }],
      }),
    ],
  ])('%s', (shape, partition) => {
    expect(reason(without(shape), partition)).toBe(`not_applicable unsupported_trace_shape:${shape}`);
    expect(reason(without(), partition)).toBe('to be scored');
  });

  it('are looked for one by one: a trace of another shape is scored', () => {
    const all = without('multiple_roots', 'orphan_spans', 'no_timestamps', 'content_not_captured', 'multi_turn');
    expect(reason(all, trace(plain))).toBe('to be scored');
  });
});
