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

it('divides a long text as it does a short one', () => {
  const engine = new Intl.Segmenter('en', { granularity: 'word' });
  const texts = [
    '東京は日本の首都です。大阪は二番目に大きい都市です。',
    'กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย ',
    'The refund of $42.50 was sent; e-mail ann@example.com. 👩‍👩‍👧 ',
  ];
  for (const text of texts) {
    const long = text.repeat(80);
    const whole = [...engine.segment(long)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
    expect(words(long)).toEqual(whole);
  }
});

it('keeps one word whole, however long', () => {
  const word = 'a'.repeat(5000);
  expect(words(`${word} b`)).toEqual([word, 'b']);
});
