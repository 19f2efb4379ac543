import type { JsonObject } from '../model/json.ts';
import type { Config } from './define-metric.ts';

interface Defaults {
  readonly unicode: 'NFC' | 'NFKC';
  readonly whitespace: 'keep' | 'trim' | 'collapse';
  readonly ignore_case: boolean;
}

/** The parameters of a metric that say which differences of two texts do not count. */
export function normalisationParameters({ unicode, whitespace, ignore_case }: Defaults): JsonObject {
  return {
    unicode: {
      enum: ['NFC', 'NFKC', 'none'],
      default: unicode,
      description:
        'Unicode normal form of both texts. NFC: the same characters, however composed. NFKC: also full and half width, ligatures, superscripts.',
    },
    whitespace: {
      enum: ['keep', 'trim', 'collapse'],
      default: whitespace,
      description: 'trim: white space at both ends does not count. collapse: also, any run of it is one space.',
    },
    ignore_case: { type: 'boolean', default: ignore_case, description: 'Upper and lower case are the same.' },
  };
}

/** A text as it is compared. Case is folded without a locale: ß is ss, and both forms of sigma are one. */
export function normalised(text: string, { unicode, whitespace, ignore_case }: Config): string {
  let result = unicode === 'NFC' || unicode === 'NFKC' ? text.normalize(unicode) : text;
  if (ignore_case === true) result = result.toLowerCase().toUpperCase();
  if (whitespace === 'collapse') result = result.replace(/\s+/gu, ' ');
  return whitespace === 'keep' ? result : result.trim();
}
