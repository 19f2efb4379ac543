import type { TextLine } from './text-line.ts';

/** Joins the lines of values that are written over several lines. */
export interface LineJoiner {
  /** Takes a line; gives the value before it when this line begins the next one. */
  add(line: TextLine): TextLine | undefined;
  /** The last value. */
  end(): TextLine | undefined;
}

/** A joiner for indented JSON: a value begins with a bracket in the first column. A list at the top is one value. */
export function lineJoiner(limit: number, tooLong: (line: number, length: number) => void): LineJoiner {
  let first: number | undefined;
  let texts: string[] = [];
  let length = 0;
  let isList = false;

  function take(): TextLine | undefined {
    if (first === undefined) return undefined;
    const joined = length > limit ? undefined : { line: first, text: texts.join('\n') };
    if (joined === undefined) tooLong(first, length);
    first = undefined;
    texts = [];
    length = 0;
    return joined;
  }

  return {
    add({ line, text }) {
      const begins = first === undefined ? text.trim() !== '' : !isList && text.startsWith('{');
      const before = begins ? take() : undefined;
      if (begins) {
        first = line;
        isList = text.startsWith('[');
      }
      if (first === undefined) return undefined;
      length += text.length + 1;
      if (length <= limit) texts.push(text);
      else texts = [];
      return before;
    },
    end: take,
  };
}
