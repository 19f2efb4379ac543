import type { JudgeMetricConfig } from '../config/custom-metric.ts';
import { doubtful, type Finding, refused } from '../config/finding.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { readJudgeEntry } from '../judges/judge-entry.ts';
import { compileTemplate, type Template, unknownPlaceholders } from '../judges/template.ts';
import { STANDARD_FIELDS } from '../metrics/case-fields.ts';
import { isFailure } from '../problems/is-failure.ts';
import { didYouMean } from '../problems/near-names.ts';

/** Fields that are text of a recording, and not of the author of the cases. */
const OF_THE_TRACE: ReadonlySet<string> = new Set(['agent_data', 'response', 'intermediate_events']);
/** Words behind the trace that make an instruction. */
const FEW_WORDS = 3;

/** Prompt templates of judges. `further` are the keys of the cases at hand beyond the standard ones. */
export function lintTemplates(config: LoadedConfig, further: ReadonlySet<string>): Finding[] {
  return config.customMetrics.flatMap((metric) =>
    metric.kind !== 'judge' || metric.template === ''
      ? []
      : [...lintTemplate(metric, compileTemplate(metric.template), further), ...lintSettings(metric)],
  );
}

function lintTemplate(
  { name, placeOf }: JudgeMetricConfig,
  template: Template,
  further: ReadonlySet<string>,
): Finding[] {
  const at = placeOf('prompt_template');
  const known = [...STANDARD_FIELDS];
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (const { text, root } of unknownPlaceholders(
    template,
    (each) => STANDARD_FIELDS.has(each) || further.has(each),
  )) {
    if (seen.has(text)) continue;
    seen.add(text);
    const facts = {
      ...{ placeholder: `{${text}}`, name, known: known.join(', '), escaped: `{{${text}}}` },
      near: didYouMean(root, [...known, ...further]),
    };
    found.push(doubtful('TEMPLATE_UNKNOWN_PLACEHOLDER', facts, at));
  }
  const filled = template.placeholders.filter(({ root }) => STANDARD_FIELDS.has(root) || further.has(root));
  if (filled.length === 0)
    found.push(doubtful('TEMPLATE_NO_PLACEHOLDER', { name, fields: '{prompt}, {response} or {agent_data}' }, at));
  const last = filled.findLast(({ root }) => OF_THE_TRACE.has(root));
  if (last && !hasInstruction(template.source.slice(last.index + last.text.length + 2)))
    found.push(doubtful('TEMPLATE_TRACE_LAST', { placeholder: `{${last.text}}`, name }, at));
  return found;
}

function hasInstruction(text: string): boolean {
  return (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= FEW_WORDS;
}

/** What the reader of judge entries refuses besides, such as a key of the generation config. */
function lintSettings({ value, faults, placeOf }: JudgeMetricConfig): Finding[] {
  if (faults.length > 0) return [];
  try {
    readJudgeEntry(value, (...path) => placeOf(...path));
    return [];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [refused(error)];
  }
}
