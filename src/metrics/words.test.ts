import { expect, it } from 'vitest';
import { words, wordsAndSigns } from './words.ts';

it('divides scripts that write no spaces', () => {
  expect(words('東京は日本の首都です。')).toEqual(['東京', 'は', '日本', 'の', '首都', 'です']);
  expect(words('กรุงเทพมหานครเป็นเมืองหลวง').length).toBeGreaterThan(2);
});

it('leaves punctuation out of words, and keeps it among the signs', () => {
  expect(words('The refund: $42.50!')).toEqual(['The', 'refund', '42.50']);
  expect(wordsAndSigns('The refund: $42.50!')).toEqual(['The', 'refund', ':', '$', '42.50', '!']);
});
