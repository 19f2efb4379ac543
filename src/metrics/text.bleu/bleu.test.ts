import { expect, it } from 'vitest';
import { bleu } from './bleu.ts';

const SCORES: readonly (readonly [answer: string, reference: string, score: number])[] = [
  ['the cat sat on the mat', 'the cat is on the mat', 0.48549177170732344],
  ['the cat lay on a mat', 'the cat sat on the mat', 0.32466791547509893],
  ['the gunman kill police', 'police killed the gunman', 0.5],
  ['the cat the dog', 'the the the', 0.37991784282579627],
  ['the cat is on the mat', 'the cat is on the mat and it is warm there', 0.43459820850707825],
  [
    'It is a guide to action which ensures that the military always obeys the commands of the party',
    'It is a guide to action that ensures that the military will forever heed Party commands',
    0.4452945001507636,
  ],
];

// nltk 3.10.4, sentence_bleu with SmoothingFunction().method2; sacrebleu 2.6.0 with add-k of 1 gives the same.
it.each(SCORES)('of “%s” against “%s” is what two other implementations say', (answer, reference, score) => {
  expect(bleu(answer.split(' '), reference.split(' ')).score).toBeCloseTo(score, 12);
});

it('of a text with itself is 1, whatever its length', () => {
  for (const text of ['a', 'a b', 'a b c', 'a b c d', 'a b c d e'])
    expect(bleu(text.split(' '), text.split(' ')).score).toBe(1);
});

it('of two tokens in the wrong order is the mean of the two orders that there are', () => {
  expect(bleu(['b', 'a'], ['a', 'b']).score).toBeCloseTo(Math.sqrt(1 * (1 / 2)), 12);
});
