import { stringify } from 'yaml';
import { defaultConfig, scoringConfig } from './config-schema.ts';
import type { Config, Metric } from './define-metric.ts';
import { manifestYaml } from './manifest-yaml.ts';

/** The page of a metric, section by section, as Markdown. */
export function metricPage({ manifest, docs }: Metric): string {
  const { metric_metadata: about } = manifest;
  const sections = [
    `# ${manifest.display_name}\n\nAvailable\n\n\`${manifest.name}\`\n\n${about.summary}`,
    `## Contract\n\n${contractTable(manifest)}`,
    `## Required columns\n\n${manifest.required_columns.length ? bullets(manifest.required_columns.map((name) => `\`${name}\``)) : 'No required columns are declared in this manifest.'}`,
    `## Accepted schemas\n\n${code('json', JSON.stringify(manifest.accepts, null, 2))}`,
    `## Methodology\n\n${about.methodology.length ? about.methodology.map((step, index) => `${index + 1}. ${step}`).join('\n') : 'No methodology is declared in this manifest.'}`,
    `## Score semantics\n\n${about.score_semantics || 'No score semantics are declared in this manifest.'}`,
    `## Worked example\n\n${about.worked_example || 'No worked example is declared in this manifest.'}`,
    `## Configuration schema\n\n${code('json', JSON.stringify(manifest.config_schema, null, 2))}`,
    `## Execution\n\n${code('json', JSON.stringify(manifest.execution, Object.keys(manifest.execution).sort(), 2))}`,
    `## Complete manifest\n\n${code('yaml', manifestYaml(manifest).trimEnd())}`,
    ...targetSection(manifest),
    `## When it misleads\n\n${bullets(docs.whenItMisleads)}`,
    `## Where the contract leaves a choice\n\n${bullets(docs.decisions)}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function contractTable(manifest: Metric['manifest']): string {
  const rows: readonly (readonly [string, string])[] = [
    ['version', manifest.version],
    ['metric_type', manifest.metric_type],
    ['scorer_contract', manifest.scorer_contract],
    ['direction', manifest.direction],
    ['entrypoint', manifest.entrypoint],
    ['target_kind', manifest.target_kind],
    ['partition_types', listed(manifest.partition_types)],
    ['required_kinds', listed(manifest.required_kinds)],
  ];
  return ['| Field | Value |', '| --- | --- |', ...rows.map(([field, value]) => `| ${field} | ${value} |`)].join('\n');
}

function listed(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;
}

/** A methodology may link to this section by its published anchor. */
const TARGETS_ANCHOR = '#target-scoped-configs-schema-v2';

function targetSection({ name, config_schema, metric_metadata }: Metric['manifest']): string[] {
  if (!metric_metadata.methodology.some((step) => step.includes(TARGETS_ANCHOR))) return [];
  const values = scoringConfig(config_schema, defaultConfig(config_schema));
  const targets = [
    { match: { agent: 'geocoder' }, config: withFigures(values, 2) },
    { match: { agent: 'audit_*', depth: 1 }, enabled: false },
  ];
  const example = { muster: { metric_configs: { schema_version: 2, [name]: { config: values, targets } } } };
  const text =
    'Values for some agents only. A later target wins key by key; `enabled: false` leaves those spans out. [All keys](../config.md).';
  return [`## Target-scoped configs (schema v2)\n\n${text}\n\n${code('yaml', stringify(example).trimEnd())}`];
}

function withFigures(values: Config, figure: number): Config {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'number' ? figure : value]),
  );
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
