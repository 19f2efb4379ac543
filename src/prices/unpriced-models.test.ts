import { expect, it } from 'vitest';
import { agent, llm, makeTrace } from '../testing/make-trace.ts';
import { costLedger } from './cost-ledger.ts';
import { countUnpriced } from './unpriced-models.ts';

it('keeps few and short names, whatever a recording holds', () => {
  const names = ['__proto__', '__proto__', 'm'.repeat(5000), ...Array.from({ length: 1200 }, (_, i) => `m${i}`)];
  const children = names.map((requested) => llm({ model: { requested }, tokens: [1, 1] }));
  const { lines } = costLedger(makeTrace(agent('r', { says: 'text', children })), undefined);
  const counts = countUnpriced(lines, new Map());
  expect(counts.get('__proto__')).toBe(2);
  expect(counts.get('m'.repeat(200))).toBe(1);
  expect(counts.size).toBe(1000);
});
