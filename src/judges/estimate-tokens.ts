const BYTES_PER_TOKEN = 4;

/** About how many tokens a text has: models take about four bytes of UTF-8 for one, more in some scripts, less in JSON. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_PER_TOKEN);
}

/** Tokens of an answer whose length nobody limits: a score and some sentences. */
export const EXPECTED_ANSWER = 400;
