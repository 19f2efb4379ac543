import { isObject, type Json } from '../../model/json.ts';
import { listAt, member } from './keys.ts';

const TYPES: ReadonlySet<string> = new Set('STRING NUMBER INTEGER BOOLEAN ARRAY OBJECT NULL'.split(' '));

/** The parameters of a declaration as JSON Schema. The SDK's own schema has types in capitals and `nullable`. */
export function parametersSchema(declaration: Json): Json | undefined {
  const given = member(declaration, 'parameters_json_schema');
  if (given !== undefined) return given;
  const parameters = member(declaration, 'parameters');
  return parameters === undefined ? undefined : lowerTypes(parameters);
}

/** Walks the places where a schema holds schemas, so that a property called `type` stays as it is. */
function lowerTypes(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const changes: [string, Json][] = [];
  const { type, enum: words, nullable } = schema;
  const lower = typeof type === 'string' && TYPES.has(type) ? type.toLowerCase() : type;
  if (lower !== undefined) changes.push(['type', nullable === true ? [lower, 'null'] : lower]);
  if (nullable === true && Array.isArray(words)) changes.push(['enum', [...(words as Json[]), null]]);
  const items = member(schema, 'items');
  if (items !== undefined) changes.push(['items', lowerTypes(items)]);
  const properties = member(schema, 'properties');
  if (isObject(properties)) {
    const lowered = Object.entries(properties).map(([name, value]): [string, Json] => [name, lowerTypes(value)]);
    changes.push(['properties', Object.fromEntries(lowered)]);
  }
  const anyOf = listAt(schema, 'any_of');
  if (anyOf.length) changes.push(['anyOf', anyOf.map(lowerTypes)]);
  const kept = Object.entries(schema).filter(([key]) => key !== 'any_of' && key !== 'nullable');
  return Object.fromEntries([...kept, ...changes]);
}
