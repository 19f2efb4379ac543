import { expect, it } from 'vitest';
import { agent, makeTrace } from '../testing/make-trace.ts';
import { referenceTexts } from './reference-texts.ts';
import { metricNamed } from './registry.ts';

it('reads a text, a number, a list of them, and a recorded content', () => {
  expect(referenceTexts('a')).toEqual(['a']);
  expect(referenceTexts(4.5)).toEqual(['4.5']);
  expect(referenceTexts(['a', 2, { content: 'b' }])).toEqual(['a', '2', 'b']);
  expect(referenceTexts({ response: { role: 'model', parts: [{ text: 'a' }, { text: 'b' }] } })).toEqual(['ab']);
  expect(referenceTexts({ parts: [{ type: 'text', content: 'a' }] })).toEqual(['a']);
});

it('reads no other value as text', () => {
  for (const value of [null, [], {}, { city: 'Paris' }, ['a', { city: 'b' }], { parts: [{ data: 1 }] }, { content: 3 }])
    expect(referenceTexts(value)).toBeUndefined();
});

it('leaves open what is too long to compare, also where only its normal form is', () => {
  const score = (says: string, reference: string) => {
    const trace = { ...makeTrace(agent('root', { says })), case: { id: 'c', reference } };
    const config = { unicode: 'NFKC', whitespace: 'trim', ignore_case: true };
    const context = { config, configFor: () => config, dependencies: new Map(), declared: {} };
    return metricNamed('text.rouge_1').score({ type: 'trace', trace }, context);
  };
  const open = { status: 'unresolved', reason: 'text_too_long', bounds: [0, 1] };
  expect(score('x'.repeat(200_001), 'x')).toMatchObject(open);
  expect(score('x', 'x'.repeat(200_001))).toMatchObject(open);
  expect(score('\uFDFA'.repeat(20_000), 'x')).toMatchObject(open);
});
