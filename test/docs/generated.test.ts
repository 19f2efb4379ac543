import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONFIG_JSON_SCHEMA } from '../../src/config/config-json-schema.ts';
import { metricPage } from '../../src/metrics/metric-page.ts';
import { METRICS } from '../../src/metrics/registry.ts';
import { ALL_CODES, codeText } from '../../src/problems/codes.ts';
import {
  COMPARISON_REASONS,
  COST_GAPS,
  DIAGNOSTICS,
  FINDINGS,
  REASONS,
  TOKEN_GAPS,
} from '../../src/results/reasons.ts';

const ROOT = fileURLToPath(new URL('../../docs/', import.meta.url));

function errorsPage(): string {
  const codes = ALL_CODES.map((code) => {
    const { message, hint, docs } = codeText(code);
    return `## ${code}\n\n> ${message}\n\n${docs}\n\nWhat to do: ${hint}.`;
  });
  const listed = (words: Readonly<Record<string, string>>): string =>
    Object.entries(words)
      .map(([word, text]) => `- \`${word}\`: ${text}.`)
      .join('\n');
  const sections = [
    '## Reasons on outcomes',
    'Why an outcome is not a full score. `muster explain REASON` prints the same text, also for the words below.',
    listed(REASONS),
    '## Health findings',
    'What is odd about the evidence of a trace. An outcome names those that concern it.',
    listed(FINDINGS),
    '## What is left out of tokens',
    listed(TOKEN_GAPS),
    '## Why a cost is not known exactly',
    listed(COST_GAPS),
    '## Why two runs have no interval, or are not compared',
    listed(COMPARISON_REASONS),
    '## Diagnostics in the details of outcomes',
    listed(DIAGNOSTICS),
  ];
  return `# Problems and reasons\n\nA problem has a code, a message, a hint and a place. \`muster explain CODE\` prints the same text. \`{name}\` stands for a
value.\n\n${[...codes, ...sections].join('\n\n')}\n`;
}

function configPage(): string {
  return `# Configuration

Muster looks for \`--config FILE\`, \`muster.yaml\`, then \`tests/eval/eval_config.{yaml,yml,json}\` and
\`eval/eval_config.*\`, and prints which one it uses. Everything of Muster stands under one key, \`muster:\`, so that a
configuration of agents-cli serves both tools. A key that nothing reads is refused with its line and the nearest names.

\`\`\`yaml
muster:
  metrics: ["agent.*", usage.tokens]
  metric_configs:
    schema_version: 2
    agent.subagent_validity:
      config: { min_response_length: 10 }
      targets:
        - match: { agent: geocoder }
          config: { min_response_length: 2 }
        - match: { agent: "audit_*", model: "gpt-*", depth: 1, delegated: true, attributes: { env: test } }
          enabled: false
  gates:
    - metric: agent.subagent_validity
      scope: trace
      statistic: mean
      at_least: 0.95
      where: { agent: "research_*" }
      min_coverage: 0.9
      max_errors: 0
      compare_to: { run: baseline/run.json, max_drop: 0.02 }
  cases: cases.jsonl
  redact: ["project-*", "/acct-[0-9]+/"]
\`\`\`

Precedence of a metric's values: the default of its manifest, \`config\`, the matching \`targets\` from top to bottom key by
key, then \`--set metric.key=value\`. A target without \`enabled\` leaves that as the targets before it say.
Without \`schema_version: 2\` the values stand directly under the metric. A target that
matches nothing is a problem with the names that were read.

## Schema

\`\`\`json
${JSON.stringify(CONFIG_JSON_SCHEMA, null, 2)}
\`\`\`
`;
}

function metricsPage(): string {
  const families = new Map<string, string[]>();
  for (const { manifest } of METRICS) {
    const { name, metric_metadata, partition_types, direction } = manifest;
    const family = name.slice(0, name.indexOf('.'));
    const row = `| [\`${name}\`](${name}.md) | ${metric_metadata.summary} | ${partition_types.join(', ')} | ${direction.replaceAll('_', ' ')} |`;
    families.set(family, [...(families.get(family) ?? []), row]);
  }
  const tables = [...families].map(
    ([family, rows]) =>
      `## ${family}\n\n| metric | question | scores | direction |\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
  );
  return `# Metrics\n\n\`muster metric docs NAME\` prints the page of one. Without a choice, every metric runs whose needs are met.\n\n${tables.join('\n\n')}\n`;
}

const PAGES = new Map<string, string>([
  ['metrics/README.md', metricsPage()],
  ...METRICS.map((metric) => [`metrics/${metric.manifest.name}.md`, metricPage(metric)] as const),
  ['errors.md', errorsPage()],
  ['config.md', configPage()],
]);

describe('generated pages', () => {
  it.each([...PAGES])('%s is what the code says (npm run docs writes it)', (path, text) => {
    const file = `${ROOT}${path}`;
    if (process.env.UPDATE_DOCS) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
