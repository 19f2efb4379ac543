import { field, isObject, type Json, type JsonObject, textField } from '../../model/json.ts';
import type { ToolDefinition } from '../../model/span.ts';
import type { Config, ConfigFault } from '../define-metric.ts';
import { compileJsonSchema, isFaulty } from '../json-schema.ts';

/** The tools in the metric's own configuration. */
export function configuredTools({ tools }: Config): readonly ToolDefinition[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  return (tools as readonly Json[]).flatMap((tool) => {
    const name = textField(tool, 'name');
    const parameters = field(tool, 'parameters');
    return name === undefined ? [] : [{ name, ...(parameters !== undefined && { parameters }) }];
  });
}

/** Names as recorded, with those that they stand for. */
export function configuredAliases({ aliases }: Config): readonly (readonly [string, string])[] {
  return Object.entries(isObject(aliases) ? aliases : {}).flatMap(([recorded, declared]) =>
    typeof declared === 'string' ? [[recorded, declared] as const] : [],
  );
}

/** The check of a tool's arguments that the project adds: a JSON Schema, or the name of a function. */
export function paramCheck({ param_checks: checks }: Config, tool: string): string | JsonObject | undefined {
  const found = field(checks, tool);
  return typeof found === 'string' || isObject(found) ? found : undefined;
}

/** Refuses schemas that cannot be used: they are the project's own. */
export function settingsFault(config: Config): ConfigFault | undefined {
  for (const { name, parameters } of configuredTools(config) ?? []) {
    const compiled = parameters === undefined ? undefined : compileJsonSchema(parameters);
    if (compiled && isFaulty(compiled))
      return { key: 'tools', expected: `valid; the schema of ${name}: ${compiled.message}` };
  }
  const checks = isObject(config.param_checks) ? config.param_checks : {};
  for (const [tool, check] of Object.entries(checks)) {
    if (typeof check === 'string' && /\.[cm]?[jt]s#\w+$/.test(check)) continue;
    if (!isObject(check)) return { key: 'param_checks', expected: `a JSON Schema or ./file.ts#export for ${tool}` };
    const compiled = compileJsonSchema(check);
    if (isFaulty(compiled)) return { key: 'param_checks', expected: `valid for ${tool}: ${compiled.message}` };
  }
  return undefined;
}
