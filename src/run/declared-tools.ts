import type { ConfigValue, Declaration, Path } from '../config/loaded-config.ts';
import type { DeclaredTool } from '../metrics/define-metric.ts';
import { compileJsonSchema, isFaulty } from '../metrics/json-schema.ts';
import { field, isObject, type Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';

const KEYS = ['name', 'description', 'parameters', 'read_only', 'aliases'];
/** Where vendors keep the schema of the arguments. */
const SCHEMA_KEYS = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema'];

interface Entry {
  readonly value: Json;
  readonly path: Path;
  /** Its name, where it is a key. */
  readonly name?: string;
  /** It has the form of a vendor, whose other keys are not ours to check. */
  readonly foreign: boolean;
}

/**
 * Reads the tools of a project: a list, a mapping by name, or a list in the form of OpenAI, Anthropic, MCP or Gemini.
 * Throws Failure CONFIG_BAD_VALUE or CONFIG_UNKNOWN_KEY with file and line.
 */
export function readTools(declared: Declaration): DeclaredTool[] {
  const taken = new Map<string, string>();
  return entriesOf(declared).map((entry) => {
    const tool = readTool(declared, entry);
    for (const name of [tool.name, ...(tool.aliases ?? [])]) {
      const owner = taken.get(name);
      if (owner !== undefined)
        throw bad(declared, entry.path, name, `a name of its own: the tool ${owner} has it already`);
      taken.set(name, tool.name);
    }
    return tool;
  });
}

function entriesOf(declared: Declaration): Entry[] {
  const value = declared.value as Json;
  // A file may hold its list under a key.
  const inner = isObject(value) && Object.keys(value).length === 1 ? field(value, 'tools') : undefined;
  if (Array.isArray(inner)) return listEntries(declared, inner, ['tools']);
  if (Array.isArray(value)) return listEntries(declared, value, []);
  if (!isObject(value)) throw bad(declared, [], value, 'a list of tools, or tools by name');
  return Object.entries(value).map(([name, spec]) => ({ value: spec ?? {}, path: [name], name, foreign: false }));
}

function listEntries(declared: Declaration, list: readonly Json[], at: Path): Entry[] {
  return list.flatMap((value, index): Entry[] => {
    const path = [...at, index];
    if (!isObject(value)) throw bad(declared, path, value, 'a tool: a mapping with a name');
    const wrapped = field(value, 'function');
    if (isObject(wrapped)) return [{ value: wrapped, path: [...path, 'function'], foreign: true }];
    for (const key of ['functionDeclarations', 'function_declarations']) {
      const group = field(value, key);
      if (Array.isArray(group))
        return group.map((each: Json, nth) => ({ value: each, path: [...path, key, nth], foreign: true }));
    }
    const foreign = 'type' in value || 'input_schema' in value || 'inputSchema' in value;
    return [{ value, path, foreign }];
  });
}

function readTool(declared: Declaration, { value, path, name: key, foreign }: Entry): DeclaredTool {
  if (!isObject(value)) throw bad(declared, path, value, 'a tool: a mapping');
  const known = key === undefined ? KEYS : KEYS.slice(1);
  const unknown = foreign ? undefined : Object.keys(value).find((each) => !known.includes(each));
  if (unknown !== undefined) {
    const facts = { key: unknown, near: didYouMean(unknown, known), known: known.join(', ') };
    throw new Failure('CONFIG_UNKNOWN_KEY', facts, declared.placeOf([...path, unknown]));
  }
  const name = key ?? value.name;
  if (typeof name !== 'string' || name.trim() === '') throw bad(declared, path, name, 'a tool with a name');
  const { description, aliases } = value;
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw bad(declared, [...path, 'description'], description, 'a text');
  const readOnly = value.read_only ?? field(value.annotations, 'readOnlyHint');
  if (readOnly !== undefined && typeof readOnly !== 'boolean')
    throw bad(declared, [...path, 'read_only'], readOnly, 'true or false');
  if (aliases !== undefined && !(Array.isArray(aliases) && aliases.every((each) => typeof each === 'string' && each)))
    throw bad(declared, [...path, 'aliases'], aliases, 'a list of names');
  const parameters = readSchema(declared, value, path);
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters !== undefined && { parameters }),
    ...(readOnly !== undefined && { readOnly }),
    ...(aliases !== undefined && { aliases: aliases as readonly string[] }),
  };
}

function readSchema(declared: Declaration, value: Json, path: Path): Json | undefined {
  const key = SCHEMA_KEYS.find((each) => (field(value, each) ?? null) !== null);
  if (key === undefined) return undefined;
  const schema = field(value, key) ?? null;
  const compiled = compileJsonSchema(schema);
  if (isFaulty(compiled))
    throw bad(declared, [...path, key], schema, `a JSON Schema that can be used: ${compiled.message}`);
  return schema;
}

function bad(declared: Declaration, path: Path, value: ConfigValue | Json | undefined, expected: string): Failure {
  const shown = JSON.stringify(value ?? null);
  const short = shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
  return new Failure(
    'CONFIG_BAD_VALUE',
    { key: ['tools', ...path].join('.'), value: short, expected },
    declared.placeOf(path),
  );
}
