import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { joinRecordedCases } from '../../src/cli/join-recorded-cases.ts';
import { readFunctionEntry } from '../../src/code/function-entry.ts';
import { DEFAULT_LIMITS } from '../../src/code/function-limits.ts';
import { functionMetric } from '../../src/code/function-metric.ts';
import { makeFolder } from '../../src/testing/make-folder.ts';

// The judge module that `agents-cli` writes into a new project (google/agents-cli 1.4.0, Apache-2.0), as it stands. Its
// model client is the only thing that is not the real one.
const MODULE = readFileSync(new URL('./agents-cli-response-quality.py', import.meta.url), 'utf8');

const HAS_PYTHON = hasPython();
if (!HAS_PYTHON) console.warn('there is no python3 here: the judge module of agents-cli is not run');

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', '0'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const CLIENT = {
  'lib/google/__init__.py': '',
  'lib/google/genai/__init__.py': `class _Models:
    def generate_content(self, model, contents, config):
        assert config.temperature == 0 and config.response_mime_type == "application/json"
        class Response:
            text = contents
            parsed = None if "Say nothing" in contents else config.response_schema(score=9, explanation=contents)
        return Response()
class Client:
    models = _Models()
`,
  'lib/google/genai/types.py': `class GenerateContentConfig:
    def __init__(self, **given):
        self.__dict__.update(given)
`,
  'lib/pydantic.py': `class BaseModel:
    def __init__(self, **given):
        self.__dict__.update(given)
`,
};

const DATASET = {
  eval_cases: [
    ['right', 'Which way?'],
    ['silent', 'Say nothing.'],
  ].map(([id, text]) => ({
    eval_case_id: id,
    prompt: { role: 'user', parts: [{ text }] },
    reference: { response: { role: 'model', parts: [{ text: 'The way is north.' }] } },
    agent_data: {
      agents: { guide: { agent_id: 'guide', instruction: 'Guide.' } },
      turns: [
        {
          turn_index: 0,
          turn_id: 'turn_0',
          events: [{ author: 'guide', content: { role: 'model', parts: [{ text: 'Go north.' }] } }],
        },
      ],
    },
  })),
};

it.skipIf(!HAS_PYTHON)('the judge module that agents-cli writes runs unchanged', async () => {
  const folder = makeFolder({
    ...CLIENT,
    'tests/eval/response_quality.py': MODULE,
    'traces.json': JSON.stringify(DATASET),
  });
  const entry = { name: 'custom_response_quality', custom_function_file: 'response_quality.py' };
  const { metric } = await functionMetric(readFunctionEntry(entry), {
    folder: `${folder.path}/tests/eval`,
    cwd: folder.path,
    allowOutside: false,
    python: { command: 'python3', args: [], because: 'test' },
    env: { ...process.env, PYTHONPATH: `${folder.path}/lib` },
    limits: { ...DEFAULT_LIMITS, processes: 1 },
    print: () => {},
  });
  onTestFinished(() => metric.elsewhere?.close());
  const context = { config: {}, configFor: () => ({}), dependencies: new Map(), declared: {} };
  const { sessions } = joinRecordedCases(await folder.sessions(), [], () => {});
  const found = new Map<string | undefined, unknown>();
  for (const session of sessions)
    for (const trace of session.traces)
      found.set(trace.case?.id, await metric.elsewhere?.score(session, { type: 'trace', trace }, context));
  expect(found.get('right')).toMatchObject({ answer: { status: 'scored', score: 5 } });
  const { explanation } = (found.get('right') as { answer: { details: { explanation: string } } }).answer.details;
  expect(explanation).toContain("User Prompt: {'role': 'user', 'parts': [{'text': 'Which way?'}]}");
  expect(explanation).toContain("Final Response: {'role': 'model', 'parts': [{'text': 'Go north.'}]}");
  expect(explanation).toContain(
    "(ground truth): {'response': {'role': 'model', 'parts': [{'text': 'The way is north.'}]}}",
  );
  expect(explanation).toContain("'author': 'guide'");
  expect(found.get('silent')).toMatchObject({ answer: { status: 'scored', score: 0 } });
});
