/** A name without case, blanks and punctuation: `Math Tutor`, `math_tutor` and `math-tutor` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
