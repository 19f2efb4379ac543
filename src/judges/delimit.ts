import { sha256 } from './hash-text.ts';

/** Characters of one value that a judge is shown: beyond, its middle is left out, and said so. */
export const VALUE_LIMIT = 400_000;

const TAG = 'recorded_text';
/** Anything that could be taken for one of our delimiters, whatever its case or white space. */
const LOOKS_LIKE_ONE = /<(?=\s{0,20}\/?\s{0,20}recorded_text)/gi;

/** Recorded text between delimiters that it cannot contain, and whether a part of it was left out. */
export interface Delimited {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Recorded text as a part of a prompt. The delimiters carry a hash of the text, so that nobody who writes the text can
 * write them, and whatever looks like one inside is escaped.
 */
export function delimit(value: string, name: string): Delimited {
  const isCut = value.length > VALUE_LIMIT;
  const shown = (isCut ? withoutMiddle(value) : value).replace(LOOKS_LIKE_ONE, '&lt;');
  const id = sha256(`${name}\n${value}`).slice(0, 12);
  return { text: `<${TAG} field="${name}" id="${id}">${shown}</${TAG} id="${id}">`, isCut };
}

/** How the instructions of a judge name the delimiters. */
export const DELIMITERS = `<${TAG} …> and </${TAG} …>`;

/** An end often holds the answer, and a beginning the question. */
function withoutMiddle(value: string): string {
  const half = VALUE_LIMIT / 2;
  const head = value.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const tail = value.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  const left = value.length - head.length - tail.length;
  return `${head}\n[… ${left} characters are left out here …]\n${tail}`;
}
