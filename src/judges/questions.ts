import { caseFields, STANDARD_FIELDS } from '../metrics/case-fields.ts';
import type { Partition } from '../metrics/define-metric.ts';
import type { Redact } from '../results/redact-text.ts';
import { cacheKey } from './cache-key.ts';
import { delimit } from './delimit.ts';
import { followPath, valueText } from './follow-path.ts';
import { sha256Short } from './hash-text.ts';
import { nonceOf, systemText } from './instructions.ts';
import { JUDGE_METRIC_VERSION, type JudgedBy } from './judge-manifest.ts';
import type { Scale } from './scale.ts';
import { renderTemplate, type Template } from './template.ts';
import type { CallParameters, JudgeRequest } from './transport.ts';

/** What the questions about a partition are made from. */
export interface QuestionPlan extends JudgedBy {
  readonly template: Template;
  readonly instruction?: string;
  readonly scale: Scale;
  readonly samples: number;
  readonly redact: Redact;
  /** Roots beyond the standard ones that some case of the run has. */
  readonly furtherRoots: ReadonlySet<string>;
}

/** One sample that is to be drawn. */
export interface Question {
  readonly request: JudgeRequest;
  readonly nonce: string;
}

/** The questions about one partition, or the fields that it lacks. */
export type Questions =
  | {
      readonly questions: readonly Question[];
      readonly promptHash: string;
      /** Recorded texts as the judge is shown them. */
      readonly shown: readonly string[];
      readonly diagnostics: readonly string[];
    }
  | { readonly missing: readonly string[] };

/** Renders the template for a partition and asks for each sample of it. Pure: nothing is sent. */
export function questionsAbout(partition: Partition, plan: QuestionPlan): Questions {
  const { template, instruction, scale } = plan;
  const fields = caseFields(partition);
  const shown = new Map<string, string>();
  const cut: string[] = [];
  const isKnown = (root: string): boolean =>
    STANDARD_FIELDS.has(root) || plan.furtherRoots.has(root) || fields.further.has(root);
  const rendered = renderTemplate(template, isKnown, ({ root, steps, text }) => {
    const known = shown.get(text);
    if (known !== undefined) return known;
    const value = fields.fieldOf(root);
    const found = value === undefined ? undefined : followPath(value, steps);
    if (found === undefined) return undefined;
    const delimited = delimit(plan.redact(valueText(found)), text);
    if (delimited.isCut) cut.push(text);
    shown.set(text, delimited.text);
    return delimited.text;
  });
  if ('missing' in rendered) return rendered;
  const { prompt, unknown } = rendered;
  const questions = Array.from({ length: plan.samples }, (_, sampleIndex): Question => {
    const nonce = nonceOf(prompt, sampleIndex);
    const system = systemText(instruction, scale, nonce);
    const parameters = ofSample(plan.parameters, sampleIndex);
    const asked = { model: plan.model, parameters, system, prompt, sampleIndex };
    return { nonce, request: { key: cacheKey({ ...asked, metricVersion: JUDGE_METRIC_VERSION }), ...asked } };
  });
  const usesResponse = template.placeholders.some(({ root }) => root === 'response');
  const diagnostics = [
    ...(usesResponse && fields.isResponseDerived ? ['response_derived'] : []),
    ...cut.map((field) => `field_cut:${field}`),
    ...unknown.map((placeholder) => `unknown_placeholder:${placeholder}`),
  ];
  return { questions, promptHash: sha256Short(prompt), shown: [...shown.values()], diagnostics };
}

/** Samples with one seed would be one sample. */
function ofSample(parameters: CallParameters, sampleIndex: number): CallParameters {
  return parameters.seed === undefined ? parameters : { ...parameters, seed: parameters.seed + sampleIndex };
}
