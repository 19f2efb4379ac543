import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONFIG_JSON_SCHEMA } from '../config/config-json-schema.ts';
import { Failure } from '../problems/failure.ts';
import type { InitFlags } from './init-command.ts';
import { packageVersion } from './package-version.ts';
import type { Terminal } from './terminal.ts';

const CONFIG = `# yaml-language-server: $schema=./muster.schema.json
# What Muster scores and what must hold. Every key: npx muster-eval schema config
muster:
  metric_configs:
    schema_version: 2
    agent.subagent_validity:
      config: { min_response_length: 10 }
      # Agents that rightly answer in a word:
      # targets:
      #   - match: { agent: geocoder }
      #     config: { min_response_length: 2 }
  # What every run must keep, checked item by item, and the tools that its agents have. Both may be paths of files,
  # tools also of a file of OpenAI tools:
  # constraints:
  #   - { id: cheap enough, check: { kind: max_cost, value: 0.5 } }
  #   - { id: booked, check: { kind: required_tool, name: book } }
  # tools:
  #   book: { read_only: false, parameters: { type: object, required: [id] } }
  gates:
    - metric: agent.subagent_validity
      at_least: 0.95
      min_coverage: 0.9
`;

function workflow(version: string): string {
  return `name: muster
on: [pull_request]
permissions:
  contents: read
jobs:
  grade:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      # Record traces of your agents into traces/ before this step.
      - run: npx --yes muster-eval@${version} traces/ --format github --format junit=muster.xml --format markdown=muster.md
      - run: cat muster.md >> "$GITHUB_STEP_SUMMARY"
        if: always() && hashFiles('muster.md') != ''
`;
}

/** Runs `muster init` and gives back its exit code. Writes nothing when a file is in the way. */
export async function runInit(flags: InitFlags, terminal: Terminal): Promise<number> {
  const files: readonly (readonly [string, string])[] = [
    ['muster.yaml', CONFIG],
    ['muster.schema.json', `${JSON.stringify(CONFIG_JSON_SCHEMA, null, 2)}\n`],
    ['.github/workflows/muster.yml', workflow(packageVersion())],
  ];
  if (!flags.force)
    await refuseExisting(
      files.map(([path]) => path),
      terminal.cwd,
    );
  for (const [path, text] of files) {
    const target = join(terminal.cwd, path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    } catch (error) {
      throw new Failure('RUN_CANNOT_WRITE', { path, reason: error instanceof Error ? error.message : 'unknown' });
    }
    terminal.out(`wrote ${path}\n`);
  }
  terminal.out('Next: npx muster-eval traces/ (the folder of your recordings)\n');
  return 0;
}

async function refuseExisting(paths: readonly string[], cwd: string): Promise<void> {
  const existing: string[] = [];
  for (const path of paths) {
    const exists = await access(join(cwd, path)).then(
      () => true,
      () => false,
    );
    if (exists) existing.push(path);
  }
  if (existing.length) throw new Failure('CLI_FILE_EXISTS', { paths: existing.join(', ') });
}
