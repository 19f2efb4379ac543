import { writeComparisonMarkdown } from '../reports/comparison-markdown.ts';
import { writeComparison } from '../reports/comparison-terminal.ts';
import type { ReportOptions, Sink } from '../reports/define-report.ts';
import { hideJson } from '../reports/hide-json.ts';
import { hideContent } from '../reports/redact.ts';
import { writeJson } from '../reports/write-json.ts';
import type { Comparison } from '../results/comparison.ts';
import { compareRuns } from '../verdicts/compare/compare-runs.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import type { CompareFlags } from './compare-command.ts';
import { loadConfig } from './load-config.ts';
import { loadScores } from './load-scores.ts';
import { packageVersion } from './package-version.ts';
import type { Terminal } from './terminal.ts';

/** Runs `muster compare` and gives back its exit code. */
export async function runCompare(a: string, b: string, flags: CompareFlags, terminal: Terminal): Promise<number> {
  const { cwd, color, width } = terminal;
  const { redact } = await loadConfig(flags.config, cwd);
  const comparison = compareRuns(await loadScores(a, cwd), await loadScores(b, cwd), packageVersion());
  const { content, limit } = flags;
  const options: ReportOptions = { content, color, width, limit, redact };
  const sink: Sink = { write: terminal.out };
  const format = flags.json ? 'json' : flags.format;
  if (format === 'json') await writeComparisonJson(comparison, options, sink);
  else if (format === 'markdown') await writeComparisonMarkdown(comparison, options, sink);
  else await writeComparison(comparison, options, sink);
  if (comparison.metrics.some(({ units }) => units > 0)) return EXIT.done;
  terminal.err('muster: nothing is paired: the runs share no case, and no session and trace of the same ids\n');
  terminal.err('  to do: name cases with --cases FILE, so that runs of the same task have the same case\n');
  return EXIT.unsupported;
}

async function writeComparisonJson(comparison: Comparison, options: ReportOptions, sink: Sink): Promise<void> {
  const hide = await hideContent(options);
  for (const piece of writeJson(hideJson(comparison, hide), 2, 0)) await sink.write(piece);
  await sink.write('\n');
}
