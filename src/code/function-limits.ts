/** How far a function of the user may go. */
export interface FunctionLimits {
  /** For one call. */
  readonly timeoutSeconds: number;
  /** Bytes for each process. */
  readonly memoryBytes: number;
  /** Processes of one metric at once: each loads the module anew. */
  readonly processes: number;
}

/** Enough for a function that asks a model of its own. */
export const DEFAULT_LIMITS: FunctionLimits = {
  timeoutSeconds: 120,
  memoryBytes: 4 * 1024 ** 3,
  processes: 4,
};
