import type { Terminal } from './terminal.ts';

const EVERY_MS = 100;

/** One line on standard error that is written over; nothing where that is no terminal. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #isOn: boolean;
  #last = 0;
  #shown = false;

  constructor(terminal: Terminal, quiet: boolean) {
    this.#terminal = terminal;
    this.#isOn = terminal.showsProgress && !quiet;
  }

  show(text: string): void {
    const now = Date.now();
    if (!this.#isOn || now - this.#last < EVERY_MS) return;
    this.#last = now;
    this.#shown = true;
    this.#terminal.err(`\r\u001b[2K${text}`);
  }

  clear(): void {
    if (this.#shown) this.#terminal.err('\r\u001b[2K');
    this.#shown = false;
  }
}
