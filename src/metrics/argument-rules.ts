import { isObject, type Json } from '../model/json.ts';

/** How the arguments of a call that was made have to fit those that were expected. */
export type ArgumentMode = 'exact' | 'subset' | 'superset' | 'ignore';

/** The mode of a value and of all in it, but of the fields that have a rule of their own. */
export interface ArgumentRule {
  readonly mode: ArgumentMode;
  readonly fields: ReadonlyMap<string, ArgumentRule>;
}

const MODES: readonly ArgumentMode[] = ['exact', 'subset', 'superset', 'ignore'];
const DEPTH_LIMIT = 16;
const NO_FIELDS: ReadonlyMap<string, ArgumentRule> = new Map();
/** The key under which a map gives the mode of all that it does not name. */
const REST = '*';

/**
 * The rules by tool of a configuration: a mode, or a map from tool to a mode or to a map of fields, and so on; `*` is
 * the mode of all others. Undefined where it is none of these.
 */
export function argumentRules(value: Json | undefined): ((tool: string) => ArgumentRule) | undefined {
  const tools = ruleOf(value === undefined ? 'exact' : value, 'exact', 0);
  if (!tools) return undefined;
  const rest: ArgumentRule = { mode: tools.mode, fields: NO_FIELDS };
  return (tool) => tools.fields.get(tool) ?? rest;
}

function ruleOf(value: Json, inherited: ArgumentMode, depth: number): ArgumentRule | undefined {
  const mode = MODES.find((each) => each === value);
  if (mode) return { mode, fields: NO_FIELDS };
  if (!isObject(value) || depth > DEPTH_LIMIT) return undefined;
  const fields = new Map<string, ArgumentRule>();
  const rest = Object.hasOwn(value, REST) ? MODES.find((each) => each === value[REST]) : inherited;
  if (rest === undefined) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === REST) continue;
    const rule = ruleOf(member, rest, depth + 1);
    if (!rule) return undefined;
    fields.set(key, rule);
  }
  return { mode: rest, fields };
}

/** The rule of a field of an object that a rule is of. */
export function fieldRule({ mode, fields }: ArgumentRule, key: string): ArgumentRule {
  return fields.get(key) ?? { mode, fields: NO_FIELDS };
}

/** True for a rule that looks at nothing. */
export function ignoresAll({ mode, fields }: ArgumentRule): boolean {
  return mode === 'ignore' && fields.size === 0;
}

/** True for a rule without subsets: arguments that it reads alike fit each other, and no others. */
export function isEquality({ mode, fields }: ArgumentRule): boolean {
  return (mode === 'exact' || mode === 'ignore') && [...fields.values()].every(isEquality);
}
