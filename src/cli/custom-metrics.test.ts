import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../results/outcome.ts';
import { hasPython } from '../testing/has-python.ts';
import { completion, type JudgeServer, startJudgeServer } from '../testing/judge-server.ts';
import { type Folder, lines, makeFolder, TEAM } from '../testing/make-folder.ts';

const TEMPLATE = 'Rate {response}. Answer with a score from 1 to 5.';

function project(muster: string, more: Readonly<Record<string, string>> = {}): Folder {
  const config = `metrics_to_run: [Quality]
custom_metrics:
  - name: quality
    judge_model_sampling_count: 1
    prompt_template: ${JSON.stringify(TEMPLATE)}
muster:
  metrics: [usage.tokens]
${muster}`;
  return makeFolder({ 'run.jsonl': lines(TEAM), 'muster.yaml': config, ...more });
}

async function judgeServer(): Promise<JudgeServer> {
  const server = await startJudgeServer(() => ({ body: completion('{"score": 4, "explanation": "fine"}') }));
  onTestFinished(() => server.close());
  return server;
}

function qualities(folder: Folder): Outcome[] {
  const outcomes = folder
    .read('out/outcomes.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome);
  return outcomes.filter(({ metric }) => metric === 'quality');
}

const RUN = ['run.jsonl', '--out', 'out', '--outcomes', 'all'] as const;

describe('a prompt template of a configuration', () => {
  it('asks the judge of this machine once a session, and its answers are recorded and replayed', async () => {
    const server = await judgeServer();
    const folder = project(`  judge: {model: m, provider: openai-compatible, base_url: ${server.url}}\n`);
    expect(await folder.muster(...RUN, '--judge', 'replay:answers.jsonl')).toMatchObject({ code: 0 });
    const [first, ...others] = qualities(folder);
    expect(first).toMatchObject({ status: 'scored', score: 4, partition: { type: 'session' } });
    const asked = server.asked.length;
    expect(asked).toBe(1 + others.length);
    expect(await folder.muster(...RUN, '--judge', 'replay:answers.jsonl')).toMatchObject({ code: 0 });
    expect(qualities(folder)[0]).toMatchObject({ score: 4 });
    expect(server.asked.length).toBe(asked);
  });

  it('gates only where its calibration is waived', async () => {
    const server = await judgeServer();
    const gate = (calibration: string): string =>
      `  judge: {model: m, provider: openai-compatible, base_url: ${server.url}}\n  gates: [{metric: quality, at_least: 5${calibration}}]\n`;
    expect(await project(gate('')).muster(...RUN)).toMatchObject({ code: 0, out: expect.stringContaining('advisory') });
    expect(await project(gate(', calibration: waived')).muster(...RUN)).toMatchObject({ code: 1 });
  });

  it('is planned without a call', async () => {
    const server = await judgeServer();
    const folder = project(`  judge: {model: m, provider: openai-compatible, base_url: ${server.url}}\n`);
    const planned = await folder.muster(...RUN, '--plan', '--json');
    expect(JSON.parse(planned.out)).toMatchObject({ calls: 2, endpoints: [server.url] });
    expect(server.asked).toEqual([]);
  });

  it('does not ask a judge outside of this machine without leave', async () => {
    const folder = project('  judge: {model: m, provider: openai-compatible, base_url: "https://judge.example/v1"}\n');
    const { code, err } = await folder.muster(...RUN);
    expect(code).toBe(2);
    expect(err).toMatch(/a judge outside of this machine would be asked: 2 calls about 2 cases.*judge\.example/);
    expect(err).toContain('--yes');
  });

  it('fails alone where the recorded answers lack its question', async () => {
    const folder = project('  judge: {model: m}\n', { 'answers.jsonl': '' });
    const { code } = await folder.muster(...RUN, '--judge', 'replay:answers.jsonl');
    expect(code).toBe(3);
    expect(qualities(folder)[0]).toMatchObject({ status: 'error', score: null });
  });
});

describe.skipIf(!hasPython())('a Python function of a configuration', () => {
  it('scores the case of a run, and what runs is said first', async () => {
    const config = `metrics_to_run: [events]
custom_metrics:
  - name: events
    custom_function: |
      def evaluate(instance):
          return {"score": len(instance["agent_data"]["turns"]), "explanation": "turns"}
`;
    const folder = makeFolder({ 'run.jsonl': lines(TEAM), 'muster.yaml': config });
    const { code, err } = await folder.muster(...RUN);
    expect(code).toBe(0);
    expect(err).toContain('runs code of yours: function: events (from the configuration, local)');
    expect(err).toMatch(/runs code of yours: Python: \S+/);
  });
});
