import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../results/outcome.ts';
import { ALL_WORDS, reasonText } from '../results/reasons.ts';
import { agentRecord, type Folder, lines, makeFolder, TEAM } from '../testing/make-folder.ts';

function outcomesOf(folder: Folder, run: string): Outcome[] {
  return folder
    .read(`${run}/outcomes.jsonl`)
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as Outcome] : []));
}

/** Makes the runs that are there old. */
function makeOld(folder: Folder): void {
  for (const name of readdirSync(join(folder.path, '.muster/runs')))
    utimesSync(join(folder.path, '.muster/runs', name, 'run.json'), 1, 1);
}

describe('muster explain', () => {
  it('says what every reason, finding, token gap and diagnostic means', async () => {
    const folder = makeFolder();
    for (const word of ALL_WORDS) expect((await folder.muster('explain', word)).out).toContain(reasonText(word));
    expect((await folder.muster('explain', 'clock_skw')).err).toContain('clock_skew');
  });

  it('tells all about an outcome: verdict, reason, place, findings, configuration, details and its run', async () => {
    const orphan = agentRecord('t3', 'o', 'lost', 'north', { parent_id: 'nobody', end_ns: null });
    const folder = makeFolder({
      'run.jsonl': lines([...TEAM, orphan, agentRecord('t3', 'p', 'lead', 'A long answer.')]),
    });
    await folder.muster('run.jsonl', '--out', 'out', '--scope', 'span');
    const found = outcomesOf(folder, 'out').find(
      ({ metric, partition }) => metric === 'agent.subagent_validity' && partition.agent === 'lost',
    );
    const { out } = await folder.muster('explain', found?.id ?? '', '--run', 'out');
    for (const expected of [
      /verdict: {2}scored 0, short/,
      /because: {2}lost answered “north”/,
      new RegExp(`evidence: run\\.jsonl:${TEAM.length + 1} {2}span o`),
      /finding: {2}orphan_spans: the parents of spans were not recorded/,
      /note: {5}span_unfinished: /,
      /config: {3}min_response_length=10/,
      /details: {2}\{/,
      /run: {6}out/,
    ])
      expect(out).toMatch(expected);
  });

  it('takes an outcome from the newest run that holds it', async () => {
    const answer = (text: string): string => lines([agentRecord('t', 'a', 'lead', text)]);
    const folder = makeFolder({ 'run.jsonl': answer('short') });
    await folder.muster('run.jsonl', '--out', 'first');
    const [id = ''] = outcomesOf(folder, 'first').map((each) => each.id);
    for (const text of ['short', 'brief', 'tiny', 'small']) {
      makeOld(await graded(folder, answer(text)));
      await graded(folder, answer(`${text}er`));
      const { out } = await folder.muster('explain', id);
      expect(out).toContain(`“${text}er”`);
    }
  });

  it('refuses the beginning of several ids and names them, and a run that is none', async () => {
    const folder = makeFolder({ 'run.jsonl': lines([agentRecord('t', 'a', 'lead', 'yes')]) });
    await folder.muster('run.jsonl', '--out', 'out', '--outcomes', 'all');
    const text = folder.read('out/outcomes.jsonl');
    const [first] = outcomesOf(folder, 'out');
    const twin = { ...first, id: `${first?.id.slice(0, 8)}00000000` };
    folder.write('out/outcomes.jsonl', `${text}${JSON.stringify(twin)}\n`);
    const { code, err } = await folder.muster('explain', twin.id.slice(0, 8), '--run', 'out');
    expect([code, err]).toEqual([2, expect.stringContaining(twin.id)]);
    expect((await folder.muster('explain', twin.id, '--run', 'out')).code).toBe(0);
    expect((await folder.muster('explain', twin.id, '--run', 'nowhere')).err).toContain("'nowhere' is not a run");
  });
});

async function graded(folder: Folder, recorded: string): Promise<Folder> {
  folder.write('run.jsonl', recorded);
  await folder.muster('run.jsonl');
  return folder;
}
