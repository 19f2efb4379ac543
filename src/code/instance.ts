import { caseFields, STANDARD_FIELDS } from '../metrics/case-fields.ts';
import type { Partition } from '../metrics/define-metric.ts';
import { casedTraces, isDecided } from '../metrics/evaluated-case.ts';
import { isObject, type Json, type JsonObject } from '../model/json.ts';

/**
 * What `evaluate(instance)` is given for a run of any source: the case of agents-cli without its responses, with keys in
 * snake case and what is unknown left out. `prompt` and `response` are contents (`{role, parts}`), `reference` is a
 * response candidate (`{response: content}`), and any further key of the case stands beside them.
 */
export function instanceOf(partition: Partition): JsonObject {
  const fields = caseFields(partition);
  const cased = casedTraces(partition);
  const rubricGroups = isDecided(cased) ? undefined : cased.given.rubricGroups;
  const entries: [string, Json][] = [];
  const add = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null) entries.push([key, value]);
  };
  for (const root of STANDARD_FIELDS) add(root, shaped(root, fields.fieldOf(root)));
  add('rubric_groups', rubricGroups);
  for (const root of fields.further) if (!STANDARD_FIELDS.has(root)) add(root, fields.fieldOf(root));
  return Object.fromEntries(entries);
}

/** A case file may hold a plain text where agents-cli has a content. */
function shaped(root: string, value: Json | undefined): Json | undefined {
  if (root === 'prompt' && typeof value === 'string') return content('user', value);
  if (root === 'reference' && typeof value === 'string') return { response: content('model', value) };
  if (root === 'reference' && isObject(value) && Array.isArray(value.parts)) return { response: value };
  return value;
}

function content(role: 'user' | 'model', text: string): JsonObject {
  return { role, parts: [{ text }] };
}
