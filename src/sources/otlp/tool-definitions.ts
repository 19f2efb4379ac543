import { field, isObject, type Json, textField } from '../../model/json.ts';
import type { ToolDefinition } from '../../model/span.ts';
import { looseJson } from './json-text.ts';

/** Tool definitions of any provider: OTel, OpenAI, Anthropic, Strands, MCP, Gemini declarations, or bare names. */
export function toToolDefinitions(recorded: Json): ToolDefinition[] {
  const value = looseJson(recorded);
  if (Array.isArray(value)) return value.flatMap((item: Json) => toToolDefinitions(item));
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ name: value.trim() }];
  const declared = field(value, 'function_declarations') ?? field(value, 'functionDeclarations');
  if (Array.isArray(declared)) return declared.flatMap((item: Json) => toToolDefinitions(item));
  const inner = firstObject(value, 'function', 'toolSpec', 'tool') ?? value;
  const name = textField(inner, 'name');
  if (name === undefined || name === '') return [];
  const description = textField(inner, 'description');
  const parameters = parametersOf(inner);
  const readOnly = field(field(inner, 'annotations'), 'readOnlyHint');
  return [
    {
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parameters }),
      ...(typeof readOnly === 'boolean' && { readOnly }),
    },
  ];
}

function parametersOf(tool: Json): Json | undefined {
  for (const key of ['parameters', 'inputSchema', 'input_schema', 'parameters_json_schema', 'parametersJsonSchema']) {
    const found = field(tool, key);
    if (found === undefined || found === null) continue;
    const schema = looseJson(found);
    return field(schema, 'json') ?? schema;
  }
  return undefined;
}

function firstObject(value: Json, ...keys: readonly string[]): Json | undefined {
  return keys.map((key) => field(value, key)).find(isObject);
}
