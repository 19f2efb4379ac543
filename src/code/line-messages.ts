import type { Json } from '../model/json.ts';

/** What a process is told first: the code that it loads. */
export interface Setup {
  readonly source: string;
  /** The file of the code, or a name for code that stands in a configuration: tracebacks show it. */
  readonly file: string;
  readonly isFile: boolean;
  /** Where its sibling modules are. */
  readonly folder: string;
  /** The function that is called. */
  readonly entry: string;
  /** Bytes that the process may take. */
  readonly memory: number;
  /** The process leads a group of its own, which ends with it. */
  readonly ownGroup: boolean;
}

/** What a process says of one call. */
export type CallReply = { readonly printed?: string } & (
  | { readonly type: 'score'; readonly score: number; readonly explanation?: string; readonly extra?: Json }
  /** What the function returned is no score. */
  | { readonly type: 'wrong'; readonly message: string; readonly returned?: string }
  | { readonly type: 'threw' | 'unusable'; readonly message: string; readonly traceback?: string }
  /** The process ended, or was ended. */
  | { readonly type: 'late' | 'ended'; readonly message: string }
);

/** The id of the reply to no call: that the code was loaded, or could not be. */
export const LOADED = 0;
