/** Raw bytes of an input, readable from the start as often as needed. */
export interface ByteSource {
  /** Path relative to the working directory, with forward slashes; `-` for standard input. */
  readonly path: string;
  readonly bytes: number;
  /** The bytes in order. A yielded chunk is valid until the next one is asked for: its memory is reused. */
  chunks(): AsyncIterable<Uint8Array>;
}
