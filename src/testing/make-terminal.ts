import type { Terminal } from '../cli/terminal.ts';

/** A terminal that keeps what a command says. */
export interface KeptTerminal extends Terminal {
  readonly output: () => string;
  readonly errors: () => string;
}

/** A terminal in a folder, without colours, 100 columns wide. */
export function makeTerminal(cwd: string, given: Partial<Terminal> = {}): KeptTerminal {
  let out = '';
  let err = '';
  return {
    cwd,
    width: 100,
    color: false,
    showsProgress: false,
    signal: new AbortController().signal,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stdin: async function* () {},
    ...given,
    output: () => out,
    errors: () => err,
  };
}
