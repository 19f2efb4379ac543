import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verdictLines } from './verdict-lines.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
const FOLDER = fileURLToPath(new URL('./acceptance/', import.meta.url));

/** Recordings whose verdicts were read against their files before they were written down. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  'sibling-agents-inferred': ['otel-genai/strandsevals_openai_agents_genai_live_spans.json'],
  'handoff-with-error-status-genai': ['otel-genai/strandsevals_openai_agents_genai_adot_spans.json'],
  'handoff-and-wrapper': ['openinference/strandsevals_openai_agents_openinference_adot_spans.json'],
  'agents-as-tools': ['openinference/strandsevals_openai_agents_openinference_live_spans.json'],
  'no-content': ['otel-genai/strandsevals_autogen_live_spans.json'],
  'infrastructure-and-duplicates': ['otel-genai/agentevalsdev_helm.json'],
  'tempo-container': ['otel-genai/agentevalsdev_tempo_export_with_batches.json'],
  'claude-agent-sdk': ['otel-genai/strandsevals_claude_live_spans.json'],
  'otel-genai-convention': ['otel-genai/strandsevals_otel_genai_convention_spans.json'],
  'claude-code-with-subagent': [
    'claude-code/spotter/258c7280-ae70-4798-800f-63464d01a85d.jsonl',
    'claude-code/spotter/258c7280-ae70-4798-800f-63464d01a85d',
  ],
  'claude-code-main-file': ['claude-code/spotter/258c7280-ae70-4798-800f-63464d01a85d.jsonl'],
  'agents-cli-pipeline': ['agents-cli/kattulus1997+driftpatch/artifacts/traces/custom-full.json'],
  'tau-bench-airline': ['openai-chat/taubench_gpt-4o-airline_trial0.json'],
};

describe.skipIf(!existsSync(CORPUS))('verdicts over real recordings', () => {
  it.each(Object.entries(ACCEPTED))('are those that were read for %s', async (name, paths) => {
    const lines = await verdictLines(paths, CORPUS);
    const file = `${FOLDER}${name}.txt`;
    if (process.env.UPDATE_SAMPLES) writeFileSync(file, lines);
    expect(lines).toBe(readFileSync(file, 'utf8'));
  });
});
