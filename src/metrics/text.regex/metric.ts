import { notApplicable, unresolved } from '../answers.ts';
import { type Config, defineMetric, type Partition, type Scoring } from '../define-metric.ts';
import { isDecided } from '../evaluated-case.ts';
import { type FinalText, finalText, referencedText } from '../final-text.ts';
import { linearPattern } from '../linear-pattern.ts';
import { referenceTexts } from '../reference-texts.ts';
import { normalised } from '../text-normalisation.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Does the final answer match a regular expression? */
export const metric = defineMetric({
  manifest,
  docs,
  checkConfig: ({ pattern }) =>
    typeof pattern === 'string' && brokenPattern([pattern]) !== undefined
      ? { key: 'pattern', expected: 'a regular expression in RE2 syntax' }
      : undefined,
  score: (partition, { config }) => {
    const found = patternsAndAnswer(partition, config);
    if (isDecided(found)) return found;
    const { answer, patterns } = found;
    const broken = brokenPattern(patterns);
    if (broken !== undefined) return unresolved('pattern_invalid', `the reference is no regular expression: ${broken}`);
    const text = normalised(answer.text, config);
    const index = patterns.findIndex((pattern) => isMatch(text, pattern, config));
    return {
      status: 'scored',
      score: index < 0 ? 0 : 1,
      because: index < 0 ? 'the answer does not match the pattern' : 'the answer matches the pattern',
      evidence: answer.evidence,
      details: { patterns: patterns.length, ...(index >= 0 && { pattern: index }) },
    };
  },
});

interface Patterns {
  readonly answer: FinalText;
  readonly patterns: readonly string[];
}

function patternsAndAnswer(partition: Partition, { pattern, use_reference }: Config): Patterns | Scoring {
  if (typeof pattern === 'string') {
    const answer = finalText(partition);
    return isDecided(answer) ? answer : { answer, patterns: [pattern] };
  }
  if (use_reference !== true) return notApplicable('not_configured', 'no `pattern` is configured');
  const answer = referencedText(partition);
  if (isDecided(answer)) return answer;
  const patterns = referenceTexts(answer.reference);
  if (!patterns)
    return notApplicable('reference_not_text', 'the reference is neither a pattern nor a list of patterns');
  return { answer, patterns };
}

function isMatch(text: string, pattern: string, { match }: Config): boolean {
  const matcher = linearPattern(pattern).matcher(text);
  return match === 'whole' ? matcher.matches() : matcher.find();
}

/** Why the first pattern that does not compile does not; undefined when all do. */
function brokenPattern(patterns: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    try {
      linearPattern(pattern);
    } catch (error) {
      return error instanceof Error ? error.message : 'it does not compile';
    }
  }
  return undefined;
}
