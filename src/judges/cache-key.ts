import { canonicalJson } from '../model/canonical-json.ts';
import { sha256 } from './hash-text.ts';
import type { CallParameters } from './transport.ts';

/** Everything that can change the answer of a judge. Where it is asked, and with which key, is no part of it. */
export interface KeyedQuestion {
  readonly model: string;
  readonly parameters: CallParameters;
  readonly system: string;
  readonly prompt: string;
  readonly sampleIndex: number;
  readonly metricVersion: string;
}

/** The key under which an answer is kept: SHA-256 of canonical JSON, 64 hex digits. */
export function cacheKey(question: KeyedQuestion): string {
  return sha256(
    canonicalJson({
      judge: question.model,
      parameters: question.parameters,
      system: question.system,
      prompt: question.prompt,
      sample_index: question.sampleIndex,
      metric_version: question.metricVersion,
    }),
  );
}
