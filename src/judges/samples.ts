import type { Json } from '../model/json.ts';
import type { CostOf } from './budget.ts';
import { type ParsedAnswer, parseAnswer } from './parse-answer.ts';
import type { Question } from './questions.ts';
import type { Scale } from './scale.ts';
import type { JudgeAnswer, JudgeFault, Reply } from './transport.ts';

/** One sample: what came back, and what it says. */
export interface Sample {
  readonly index: number;
  readonly parsed: ParsedAnswer | { readonly valid: false; readonly fault: JudgeFault };
  readonly answer?: JudgeAnswer;
  readonly costUsd?: number;
}

/** Reads a sample out of a reply. Reading comes after the cache, so that it can change without a new call. */
export function readSample(
  { request, nonce }: Question,
  reply: Reply,
  given: { readonly scale: Scale; readonly quoted: readonly string[]; readonly costOf: CostOf },
): Sample {
  const index = request.sampleIndex;
  if ('fault' in reply) return { index, parsed: { valid: false, fault: reply.fault } };
  const { answer } = reply;
  const costUsd = given.costOf(request.model, answer.usage);
  const isRefusal = answer.finish === 'content_filter' || (answer.text.trim() === '' && answer.refusal !== undefined);
  const parsed: ParsedAnswer = isRefusal
    ? { valid: false, reason: 'refusal', diagnostics: [] }
    : parseAnswer(answer.text, { nonce, scale: given.scale, quoted: given.quoted });
  return { index, parsed, answer, ...(costUsd !== undefined && { costUsd }) };
}

const EXPLANATION_LIMIT = 4000;

/** A text of a judge: quoted, as it tells of what was recorded. */
export function quoted(text: string): string {
  const inner = text
    .slice(0, EXPLANATION_LIMIT)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[“”]/g, '"');
  return `“${inner}${text.length > EXPLANATION_LIMIT ? '…' : ''}”`;
}

/** A sample as the details of an outcome hold it; with the raw answer where that is asked for. */
export function sampleJson({ index, parsed, answer, costUsd }: Sample, keepsRaw: boolean): Json {
  const verdict: Record<string, Json> = parsed.valid
    ? { status: 'valid', score: parsed.score }
    : { status: 'invalid', score: null, reason: 'fault' in parsed ? parsed.fault.kind : parsed.reason };
  return {
    index,
    ...verdict,
    ...(parsed.valid && parsed.label !== undefined && { label: parsed.label }),
    ...(parsed.valid && parsed.explanation !== undefined && { explanation: quoted(parsed.explanation) }),
    ...('fault' in parsed && { message: parsed.fault.message }),
    ...(answer && { finish: answer.finish, tokens: { ...answer.usage } }),
    ...(answer?.refusal !== undefined && { refusal: quoted(answer.refusal) }),
    ...(costUsd !== undefined && { cost_usd: costUsd }),
    ...('diagnostics' in parsed && parsed.diagnostics.length > 0 && { diagnostics: [...parsed.diagnostics] }),
    ...(keepsRaw && answer && { raw_output: answer.text }),
  };
}

/** Tokens and cost of all samples that were answered; absent where one of them does not tell. */
export function totalsOf(samples: readonly Sample[]): { readonly tokens?: Json; readonly cost_usd?: number } {
  const answered = samples.flatMap(({ answer }) => (answer ? [answer.usage] : []));
  const isCounted =
    answered.length > 0 && answered.every(({ input, output }) => input !== undefined && output !== undefined);
  const costs = samples.flatMap(({ answer, costUsd }) => (answer ? [costUsd] : []));
  const sum = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((all, each) => all + (each ?? 0), 0);
  return {
    ...(isCounted && {
      tokens: { input: sum(answered.map(({ input }) => input)), output: sum(answered.map(({ output }) => output)) },
    }),
    ...(costs.length > 0 && costs.every((cost) => cost !== undefined) && { cost_usd: sum(costs) }),
  };
}
