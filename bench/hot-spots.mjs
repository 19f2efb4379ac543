import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUSTER } from './measure.mjs';

if (!existsSync(MUSTER)) throw new Error('dist/ is missing: run `npm run build`');
const built = (path) => import(new URL(`../dist/${path}`, import.meta.url));
const { completeJson } = await built('sources/input/complete-json.js');
const { quoteLongIntegers } = await built('sources/input/quote-integers.js');
const { inputFromBytes } = await built('sources/input/input-from-bytes.js');
const { INPUT_LIMITS } = await built('sources/input/limits.js');
const { hideContent } = await built('reports/redact.js');
const { wrapTo } = await built('reports/columns.js');
const { runCli } = await built('cli/run-cli.js');

const redact = await hideContent({ content: 'redacted', redact: [] });
/** Beginnings of what looks like a secret, over and over: what a pattern that goes back would choke on. */
const SECRETS = ['eyJ', 'sk-', '-----BEGIN ', 'password=', 'Bearer ', 'xoxb-', '://a:', 'SG.', ' eyJa.'];

/** A JSON text whose strings end in backslashes: each closing quote has to be told from an escaped one. */
const backslashes = (count, end) => `[${`"${'\\\\'.repeat(50)}",`.repeat(count)}${end}`;
const list = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const lines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const agent = (at) => ({
  ...{ type: 'span', trace_id: 't', span_id: `s${at}`, ...(at && { parent_id: 's0' }) },
  ...{ name: `agent ${at}`, kind: 'AGENT', status: 'OK', agent: { name: `agent ${at}` } },
  ...{ start_ns: '1760000000000000000', end_ns: '1760000001000000000' },
  output_messages: [{ role: 'assistant', parts: [{ type: 'text', content: 'All is well here.' }] }],
});
const lost = (at) => ({
  ...{ type: 'delegation', id: `d${at}`, trace_id: 't', from_span_id: `s${at}` },
  ...{ to_agent: 'b', mode: 'route', status: 'missing' },
});
const transfer = (at) => ({
  author: at % 2 ? 'b' : 'a',
  content: {
    role: 'model',
    parts: [{ text: 'x' }, { function_call: { name: 'transfer_to_agent', args: { agent_name: at % 2 ? 'a' : 'b' } } }],
  },
});
const turn = (events) => ({ eval_cases: [{ eval_case_id: 'c', agent_data: { turns: [{ events }] } }] });
const session = { session_id: 's', parent_tool_use_id: null };
const afterTheEnd = (count) => [
  { type: 'assistant', ...session, message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'done' }] } },
  { type: 'result', subtype: 'success', ...session },
  ...list(count, (at) => ({
    ...{ type: 'user', isMeta: true, uuid: `u${at}`, ...session },
    message: { role: 'user', content: 'x' },
  })),
];

async function readLines(bytes) {
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
  }
  const source = { path: 'a.jsonl', bytes: bytes.length, chunks };
  for await (const _ of inputFromBytes(source, INPUT_LIMITS).lines(() => {}));
}

/** A command in this process over a file that is written beforehand. */
function command(folder, args, content, name = 'run.jsonl') {
  return (size) => {
    const file = `${size}-${name}`;
    writeFileSync(join(folder, file), content(size));
    const err = [];
    const terminal = {
      ...{ cwd: folder, width: 100, color: false, showsProgress: false, signal: new AbortController().signal },
      ...{ out: () => {}, err: (text) => err.push(text), stdin: async function* () {} },
    };
    return async () => {
      const code = await runCli([...args, file], terminal);
      if (code !== 0) throw new Error(`${args} ended with ${code}: ${err.join('')}`);
      rmSync(join(folder, '.muster'), { recursive: true, force: true });
    };
  };
}

/** What could grow faster than its input: a name, the smaller size, and how to prepare the work for a size. */
export function hotSpots(folder) {
  const agents = (size) => lines(list(size, agent));
  return [
    [
      'long integers, strings that end in backslashes',
      60_000,
      (size) => textWork(quoteLongIntegers, backslashes(size, '12345678901234567890]')),
    ],
    [
      'a cut record, strings that end in backslashes',
      20_000,
      (size) => textWork(completeJson, backslashes(size, '"cut')),
    ],
    ['one line, in MB', 10, (size) => bytesWork(`{"a":"${'x'.repeat(size * 1e6)}"}\n{"b":1}\n`)],
    ...SECRETS.map((unit) => [
      `redact ${JSON.stringify(unit)} over and over`,
      100_000,
      (size) => textWork((text) => ['', '!', '…'].map((end) => redact(text + end)), unit.repeat(size)),
    ]),
    ['wrap one word of emoji', 1_000, (size) => textWork((text) => wrapTo(text, 80), '👩‍👩‍👧‍👦'.repeat(size))],
    ...['usage', 'show', 'grade'].map((name) => [
      `${name}, agents of one trace`,
      2_000,
      command(folder, [name], agents),
    ]),
    [
      'show, delegations without a run',
      2_000,
      command(folder, ['show'], (size) => agents(size) + lines(list(size, lost))),
    ],
    [
      'convert, transfers of one turn',
      2_000,
      command(folder, ['convert'], (size) => JSON.stringify(turn(list(size, transfer))), 'turn.json'),
    ],
    ['show, records after the end of a session', 10_000, command(folder, ['show'], (size) => lines(afterTheEnd(size)))],
    [
      'convert, cases of one dataset',
      10_000,
      command(
        folder,
        ['convert'],
        (size) => JSON.stringify({ eval_cases: list(size, (at) => ({ eval_case_id: `c${at}` })) }),
        'cases.json',
      ),
    ],
  ];
}

const textWork = (of, text) => () => void of(text);
const bytesWork = (text) => {
  const bytes = Buffer.from(text);
  return () => readLines(bytes);
};
