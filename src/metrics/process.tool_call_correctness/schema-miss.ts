import type { SchemaError } from '../json-schema.ts';

/** Keywords whose errors name a property that the object lacks or has too much. */
const NAMING: ReadonlyMap<string, string> = new Map([
  ['required', 'missingProperty'],
  ['additionalProperties', 'additionalProperty'],
  ['unevaluatedProperties', 'unevaluatedProperty'],
]);

/**
 * The first error as `keyword:path`: a JSON pointer, "" at the root. For properties that lack or are too many all names in
 * that object, after its pointer (`required:/filter/from,to`).
 */
export function missOf(errors: readonly SchemaError[]): string | undefined {
  const [first] = errors;
  if (!first) return undefined;
  const key = NAMING.get(first.keyword);
  if (key === undefined) return `${first.keyword}:${first.instancePath}`;
  const names = errors
    .filter(({ keyword, instancePath }) => keyword === first.keyword && instancePath === first.instancePath)
    .map(({ params }) => String(params[key]));
  const place = first.instancePath === '' ? '' : `${first.instancePath}/`;
  return `${first.keyword}:${place}${[...new Set(names)].join(',')}`;
}
