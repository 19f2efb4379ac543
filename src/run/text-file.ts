import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';

/** Text on its way to a file, piece by piece. An error of the file is thrown by the call that follows it. */
export class TextFile {
  readonly #stream: WriteStream;
  #failed: Error | undefined;

  /** Makes the file anew; `mode` is that of a new file. */
  constructor(path: string, mode = 0o666) {
    this.#stream = createWriteStream(path, { mode });
    this.#stream.on('error', (error) => {
      this.#failed = error;
    });
  }

  async write(text: string): Promise<void> {
    this.#check();
    if (this.#stream.write(text)) return;
    await this.#until('drain');
    this.#check();
  }

  /** Ends the file; it is whole when this returns. */
  async close(): Promise<void> {
    this.#stream.end();
    await this.#until('close');
    this.#check();
  }

  /** Lets go of the file, whatever became of it. */
  async abandon(): Promise<void> {
    this.#stream.destroy();
    await this.#until('close');
  }

  /** A stream that fails drains no more, but it closes. */
  async #until(event: 'drain' | 'close'): Promise<void> {
    if (this.#stream.closed) return;
    const stop = new AbortController();
    const wait = (name: string): Promise<unknown> => once(this.#stream, name, { signal: stop.signal });
    await Promise.race([wait(event), wait('close')]).catch(() => undefined);
    stop.abort();
  }

  #check(): void {
    if (this.#failed) throw this.#failed;
  }
}
