import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { METRICS } from '../metrics/registry.ts';
import { Failure } from '../problems/failure.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { metricTemplate } from './metric-template.ts';
import type { Terminal } from './terminal.ts';

/** `muster metric new NAME`: writes a folder that holds a metric. Writes nothing where the folder exists. */
export async function newMetric(name: string, out: string | undefined, terminal: Terminal): Promise<number> {
  if (!/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/.test(name)) {
    const reason = `'${name}' is no id: write two or more lower-case words with a dot between them, such as my.metric`;
    throw new Failure('CLI_BAD_USAGE', { reason, command: 'metric new' });
  }
  if (METRICS.some(({ manifest }) => manifest.name === name)) throw new Failure('METRIC_NAME_TAKEN', { name });
  const folder = out ?? join('my-metrics', name);
  if (existsSync(resolve(terminal.cwd, folder))) throw new Failure('CLI_FILE_EXISTS', { paths: folder });
  for (const [file, text] of Object.entries(metricTemplate(name))) {
    const path = resolve(terminal.cwd, folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    terminal.out(`wrote ${escapeTerminal(join(folder, file))}\n`);
  }
  const shown = escapeTerminal(isAbsolute(folder) ? folder : `./${folder}`);
  terminal.out(`\nNext: muster metric check ${shown}
Then: muster PATH --metrics ${shown}, or in muster.yaml:

muster:
  metrics: ['*', ${shown}]
`);
  return 0;
}
