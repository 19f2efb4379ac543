import { caseFields, STANDARD_FIELDS } from '../metrics/case-fields.ts';
import type { Partition } from '../metrics/define-metric.ts';
import { casedTraces, isDecided, tracesOf } from '../metrics/evaluated-case.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { field, isObject, type Json, type JsonObject, listField } from '../model/json.ts';

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
  const instance = Object.fromEntries(entries);
  const source = tracesOf(partition)[0]?.source;
  return source === 'agents-cli' && !isDecided(cased) ? withoutPromptEvent(instance) : instance;
}

/** A record of agents-cli has the prompt beside its events, unless a simulated user plays it. */
function withoutPromptEvent(instance: JsonObject): JsonObject {
  const { agent_data: data, prompt } = instance;
  const [first, ...others] = listField(data, 'turns');
  const [event, ...events] = listField(first, 'events');
  const isPrompt = field(event, 'author') === 'user' && prompt !== undefined;
  if (!isPrompt || field(instance, 'user_scenario') !== undefined) return instance;
  if (!isObject(data) || !isObject(first) || !isSame(field(event, 'content'), prompt)) return instance;
  return { ...instance, agent_data: { ...data, turns: [{ ...first, events }, ...others] } };
}

function isSame(one: Json | undefined, other: Json): boolean {
  return one !== undefined && canonicalJson(one) === canonicalJson(other);
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
