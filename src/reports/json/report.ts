import { isObject, type Json } from '../../model/json.ts';
import type { RunResult } from '../../results/run-result.ts';
import { buffered } from '../buffered.ts';
import { defineReport } from '../define-report.ts';
import { hideJson } from '../hide-json.ts';
import { hideContent } from '../redact.ts';
import { writeJson } from '../write-json.ts';

/** Members of the run as its schema names them. */
const ORDER = [
  'schema_version',
  'tool',
  'partial',
  'scope',
  'inputs',
  'config',
  'metrics',
  'counts',
  'agents',
  'agent_rates',
  'summaries',
  'trials',
  'gates',
  'health',
  'problems',
  'usage',
  'cost',
] as const satisfies readonly (keyof RunResult)[];

/** `run.json`: the run as it is, in one order of members, however it was built. */
export const report = defineReport({
  name: 'json',
  summary: 'run.json: everything but the outcomes, which outcomes.jsonl holds',
  mediaType: 'application/json',
  extension: 'json',
  write: async ({ run, options }, sink) => {
    const hide = await hideContent(options);
    const out = buffered(sink);
    const known: readonly string[] = ORDER;
    const others = Object.keys(run).filter((key) => !known.includes(key));
    const members = new Map<string, unknown>(Object.entries(run));
    let before = '{\n  ';
    for (const key of [...known, ...others.sort()]) {
      if (members.get(key) === undefined) continue;
      await out.write(`${before}${JSON.stringify(key)}: `);
      for (const piece of writeJson(sortMembers(hideJson(members.get(key), hide)), 2, 1)) await out.write(piece);
      before = ',\n  ';
    }
    await out.write('\n}\n');
    await out.end();
  },
});

function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(members.map(([key, member]) => [key, sortMembers(member)]));
}
