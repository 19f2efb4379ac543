import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinRecordedCases } from '../../src/cli/join-recorded-cases.ts';
import { readSessions } from '../../src/cli/read-sessions.ts';
import { instanceOf } from '../../src/code/instance.ts';
import { field, type Json, type JsonObject, listField } from '../../src/model/json.ts';

const TRACES = '../shared/corpus/agents-cli/kattulus1997+driftpatch/artifacts/traces';
const isHere = existsSync(TRACES);
if (!isHere) console.warn(`${TRACES} is not here: what functions are given is not compared with recorded cases`);

/** What `evaluate(instance)` of agents-cli is given for a recorded case. */
function theirs(recorded: Json): JsonObject {
  const { responses: _, ...rest } = recorded as JsonObject & { responses: Json };
  const response = field(listField(recorded, 'responses')[0], 'response');
  return { ...rest, ...(response !== undefined && { response }) };
}

describe.skipIf(!isHere)('the instance of a recorded case', () => {
  it.each(isHere ? readdirSync(TRACES).filter((name) => name.endsWith('.json')) : [])(
    'is that of agents-cli: %s',
    async (name) => {
      const file = join(TRACES, name);
      const recorded = listField(JSON.parse(readFileSync(file, 'utf8')) as Json, 'eval_cases');
      const read = await readSessions({ paths: [file], cwd: process.cwd() });
      const { sessions } = joinRecordedCases(read, [], () => {});
      const ours = new Map(
        sessions.map((session) => {
          const instance = instanceOf({ type: 'session', session });
          return [instance.eval_case_id, instance] as const;
        }),
      );
      expect(ours.size).toBe(recorded.length);
      for (const each of recorded) {
        const expected = theirs(each);
        const instance = ours.get(expected.eval_case_id ?? null);
        if (!instance) throw new Error(`no instance of ${expected.eval_case_id}`);
        const { agent_data: recordedData, ...fields } = expected;
        const { agent_data: data, ...ourFields } = instance;
        expect(ourFields).toEqual(fields);
        // Agents that a record does not list are found in its events.
        expect(field(data, 'turns')).toEqual(field(recordedData, 'turns'));
      }
    },
  );
});
