/** What a command may touch of the outside: handed in, so that a test can run it in process. */
export interface Terminal {
  readonly cwd: string;
  /** Columns of standard output. */
  readonly width: number;
  readonly color: boolean;
  /** True when standard error is a terminal that can show progress. */
  readonly showsProgress: boolean;
  readonly signal: AbortSignal;
  out(text: string): void;
  err(text: string): void;
  stdin(): AsyncIterable<Uint8Array | string>;
}

/** Colours are for terminals, unless NO_COLOR holds anything (no-color.org) or the terminal is a dumb one. */
export function usesColor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}
