import type { Config } from '../define-metric.ts';
import { manifest } from './manifest.ts';

const NAMES = (
  manifest.config_schema.properties as { readonly escalation_tools: { readonly default: readonly string[] } }
).escalation_tools.default;
/** A `transfer_to_<agent>` is a handoff between agents: only these nouns mean a person. */
const PATTERN =
  /^(?:transfer|hand_?off|escalate)_to_(?:an?_)?(?:human|support|operator|representative|person)(?:_[a-z_]*)?s?$/i;

/** Tells tools by which an agent gives its task to a person. A configured list replaces names and pattern. */
export function escalationTools({ escalation_tools: configured }: Config): (name: string) => boolean {
  const names = Array.isArray(configured) ? configured.map(String) : NAMES;
  const isDefault = names.length === NAMES.length && NAMES.every((name, index) => names[index] === name);
  const known = new Set(names);
  return (name) => known.has(name) || (isDefault && PATTERN.test(name));
}

/** Tools that ask a person something and keep the task. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'AskUserQuestion',
  'ExitPlanMode',
  'ask_human',
  'ask_user',
  'human_input',
  'request_user_input',
  'adk_request_confirmation',
  'adk_request_input',
]);

/** True for a call that only asks a person. */
export function asksPerson(tool: string): boolean {
  return QUESTIONS.has(tool);
}
