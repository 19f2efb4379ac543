import type { Sink } from './define-report.ts';

const SIZE = 16_384;

/** Gathers small pieces into chunks of some kilobytes; `end` writes the rest. */
export function buffered(sink: Sink): { write(text: string): Promise<void>; end(): Promise<void> } {
  let pieces: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    const chunk = pieces.join('');
    pieces = [];
    size = 0;
    await sink.write(chunk);
  };
  return {
    async write(text) {
      pieces.push(text);
      size += text.length;
      if (size >= SIZE) await flush();
    },
    end: flush,
  };
}
