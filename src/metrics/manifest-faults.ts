import { Ajv, type ErrorObject } from 'ajv';
import { canonicalJson } from '../model/canonical-json.ts';
import { field, isObject, type Json, type JsonObject } from '../model/json.ts';
import { didYouMean } from '../problems/near-names.ts';
import { defaultConfig, refuseConfig } from './config-schema.ts';
import type { Manifest } from './manifest.ts';
import { knownKeysAt, manifestSchema } from './manifest-schema.ts';

/** One thing that is wrong with a manifest: where, as keys from the top, and what. */
export interface ManifestFault {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

/** Everything that is wrong with a manifest; empty when it can be used. */
export function manifestFaults(value: unknown): readonly ManifestFault[] {
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return parsed.error.issues.flatMap((issue) => faultsOf(issue, value));
  const manifest = value as Manifest;
  return [...contradictions(manifest), ...configFaults(manifest)];
}

type Issue = NonNullable<ReturnType<typeof manifestSchema.safeParse>['error']>['issues'][number];

function faultsOf(issue: Issue, value: unknown): ManifestFault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeysAt(path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      reason: `unknown key '${dotted([...path, key])}'.${didYouMean(key, known)}`,
    }));
  }
  const given = valueAt(value, path);
  const name = path.length ? `'${dotted(path)}'` : 'the manifest';
  if (given === undefined) return [{ path, reason: `${name} is missing` }];
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    const near = typeof given === 'string' ? didYouMean(given, choices) : '';
    return [{ path, reason: `${name} is ${shown(given)}.${near} It must be ${oneOf(choices)}` }];
  }
  return [{ path, reason: `${name} is ${shown(given)}: ${plainly(issue.message)}` }];
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): Json | undefined {
  let at = value as Json | undefined;
  for (const key of path) at = Array.isArray(at) ? (at[Number(key)] as Json | undefined) : field(at, String(key));
  return at;
}

function shown(value: Json): string {
  const text = canonicalJson(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`;
}

function plainly(message: string): string {
  return message.replace(/^Invalid (?:input|string): /, '').replace(/^must match pattern .*/, 'of another form');
}

/** What no single field shows. */
function contradictions(manifest: Manifest): ManifestFault[] {
  const { metric_type: type, kind, dependencies, name } = manifest;
  const faults: ManifestFault[] = [];
  if (type === 'pairwise' && kind !== 'judge_metric')
    faults.push({ path: ['metric_type'], reason: `'metric_type' is pairwise, which only a judge_metric can be` });
  const self = dependencies.indexOf(name);
  if (self >= 0) faults.push({ path: ['dependencies', self], reason: `'${name}' depends on itself` });
  return faults;
}

/** The schema of the configuration has to be a JSON Schema that its own defaults pass. */
function configFaults(manifest: Manifest): ManifestFault[] {
  const schema = manifest.config_schema;
  const ajv = new Ajv({ strict: false, logger: false });
  const { $schema: _, ...anyDialect } = schema;
  if (!ajv.validateSchema(anyDialect)) {
    const [error] = ajv.errors ?? [];
    return [{ path: ['config_schema', ...pathOf(error)], reason: `'config_schema' is no JSON Schema: ${told(error)}` }];
  }
  if ('properties' in schema && !isObject(field(schema, 'properties')))
    return [{ path: ['config_schema'], reason: `'config_schema.properties' is no mapping` }];
  return defaultFaults(manifest, schema);
}

function defaultFaults(manifest: Manifest, schema: JsonObject): ManifestFault[] {
  try {
    const refusal = refuseConfig(
      { manifest, docs: { whenItMisleads: [], decisions: [] }, score: () => [] },
      defaultConfig(schema),
    );
    if (!refusal) return [];
    const path = ['config_schema', 'properties', refusal.key, 'default'];
    return [{ path, reason: `the default of '${refusal.key}' does not pass 'config_schema'` }];
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it does not compile';
    return [{ path: ['config_schema'], reason: `'config_schema' cannot be used: ${why}` }];
  }
}

function pathOf(error: ErrorObject | undefined): string[] {
  const parts = (error?.instancePath ?? '').split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function told(error: ErrorObject | undefined): string {
  return error ? `${error.instancePath || 'it'} ${error.message ?? 'is not valid'}` : 'it is not valid';
}
