import type { JsonObject } from '../model/json.ts';

/** The parameters of a metric that is about some calls of some agents. */
export const SCOPE_PARAMETERS: JsonObject = {
  agent: {
    type: 'string',
    minLength: 1,
    description: 'Name of an agent (a glob): its calls and those of all agents below it. Without it, the whole trace.',
  },
  include_failed: {
    type: 'boolean',
    default: false,
    description: 'A call whose result was an error counts too.',
  },
};

/** The parameter that names tools. */
export const TOOLS_PARAMETER: JsonObject = {
  type: 'array',
  minItems: 1,
  items: { type: 'string', minLength: 1 },
};

/** Names of tools in a configuration, as globs. */
export function toolGlobs(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
