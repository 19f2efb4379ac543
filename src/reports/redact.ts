import { redactText } from '../results/redact-text.ts';
import type { ContentMode } from './define-report.ts';

/** Turns a text of the result into what the user lets a report show. Escaping comes after it. */
export type Hide = (text: string) => string;

const WITHHELD = '(content withheld)';

/**
 * What the mode and the user's list hide. Quoted content stands between “ and ” in every sentence of a result; `none`
 * withholds all of it. Throws a Failure when an entry of the list is no usable pattern.
 */
export async function hideContent(options: {
  readonly content: ContentMode;
  readonly redact: readonly string[];
}): Promise<Hide> {
  if (options.content === 'full') return (text) => text;
  const redact = await redactText(options.redact);
  return remembered(options.content === 'redacted' ? redact : (text) => redact(withhold(text)));
}

const REMEMBERED = 2000;
const SHORT = 200;

/** Names, labels and ids recur with every outcome: the last short texts are kept with their answer. */
function remembered(hide: Hide): Hide {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > SHORT) return hide(text);
    const answer = known.get(text) ?? hide(text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, answer);
    return answer;
  };
}

/** Quoted content that was cut off before its closing quote is withheld to the end. */
function withhold(text: string): string {
  return text.replace(/“[^”]*(?:”|$)/g, WITHHELD);
}
