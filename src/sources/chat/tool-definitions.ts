import { field, isObject, type Json, textField } from '../../model/json.ts';
import type { ToolDefinition } from '../../model/span.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';

/** The tools that a record declares beside its messages: `tools`, and the older `functions`. Undefined without a list. */
export function declaredTools(record: Json, at: At, report: (problem: Problem) => void): ToolDefinition[] | undefined {
  let found: ToolDefinition[] | undefined;
  for (const key of ['tools', 'functions']) {
    const listed = field(record, key) ?? null;
    if (listed === null) continue;
    if (!Array.isArray(listed)) {
      reportOdd(key, listed, 'a list of tools', { ...at, pointer: `${at.pointer ?? ''}/${key}` }, report);
      continue;
    }
    found ??= [];
    for (const [index, tool] of (listed as readonly Json[]).entries()) {
      const definition = toDefinition(tool);
      const place = { ...at, pointer: `${at.pointer ?? ''}/${key}/${index}` };
      if (definition) found.push(definition);
      else reportOdd('a tool', tool, 'a tool with a name', place, report);
    }
  }
  return found;
}

function toDefinition(tool: Json): ToolDefinition | undefined {
  const named = [field(tool, 'function'), field(tool, 'custom')].find(isObject) ?? tool;
  const name = textField(named, 'name');
  if (!name) return undefined;
  const description = textField(named, 'description');
  const parameters = field(named, 'parameters') ?? null;
  return { name, ...(description !== undefined && { description }), ...(parameters !== null && { parameters }) };
}

function reportOdd(what: string, value: Json, expected: string, at: At, report: (problem: Problem) => void): void {
  report(problem('SOURCE_BAD_VALUE', { what, value: JSON.stringify(value).slice(0, 40), expected }, at));
}
