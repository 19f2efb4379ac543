// How much does grading cost over parsing the same lines?
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder, median, printTable, timeGrade, timeNode } from './measure.mjs';
import { writeTraces } from './write-traces.mjs';

const TRACES = 1_000;
const SPANS = 100;
const ROUNDS = 5;
const PARSE = fileURLToPath(new URL('./parse-lines.mjs', import.meta.url));

await inFolder((folder) => {
  const file = join(folder, 'traces.jsonl');
  const one = join(folder, 'one.jsonl');
  writeTraces(file, TRACES, SPANS);
  writeTraces(one, 1, 1);
  const megabytes = statSync(file).size / 1e6;
  const grade = (path) => {
    const time = timeGrade(path, folder);
    rmSync(join(folder, 'run'), { recursive: true, force: true });
    return time;
  };
  const rounds = Array.from({ length: ROUNDS }, () => ({
    parse: timeNode([PARSE, file]) - timeNode([PARSE, one]),
    grade: grade(file) - grade(one),
  }));
  const parse = median(rounds.map((round) => round.parse));
  const graded = median(rounds.map((round) => round.grade));
  const ratio = median(rounds.map((round) => round.grade / round.parse));
  const row = (name, ms) => [
    name,
    ms.toFixed(0),
    (megabytes / (ms / 1000)).toFixed(0),
    ((TRACES * SPANS) / (ms / 1000)).toFixed(0),
  ];
  printTable(
    `${TRACES} traces of ${SPANS} spans, ${megabytes.toFixed(0)} MB, median of ${ROUNDS} rounds, start-up taken off`,
    [['', 'ms', 'MB/s', 'spans/s'], row('JSON.parse', parse), row('grade', graded)],
  );
  console.log(`grade takes ${ratio.toFixed(1)} times as long as JSON.parse of the same lines`);
});
