/** Sizes above which an input is refused or cut, in bytes of text after inflation. */
export interface InputLimits {
  readonly line: number;
  readonly document: number;
  /** Everything that one compressed file may inflate to. */
  readonly inflated: number;
  /** Inflated : compressed, looked at once more than `ratioAbove` bytes have been inflated. */
  readonly ratio: number;
  readonly ratioAbove: number;
}

const MIB = 1024 * 1024;

/** The limits in force; tests use smaller ones. */
export const INPUT_LIMITS: InputLimits = {
  line: 256 * MIB,
  document: 256 * MIB,
  inflated: 16 * 1024 * MIB,
  ratio: 200,
  ratioAbove: 64 * MIB,
};

/** Levels of objects and lists inside one record. */
export const DEPTH_LIMIT = 64;
