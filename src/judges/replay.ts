import { appendFile, readFile } from 'node:fs/promises';
import { field, parseJson, textField } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { sha256Short } from './hash-text.ts';
import type { JudgeAnswer, JudgeRequest, Transport } from './transport.ts';
import { answerFromWire, answerToWire } from './wire-answer.ts';

/** Recorded answers: nothing is asked. */
export interface Replay {
  readonly transport: Transport;
  /** The models that answered. */
  readonly models: ReadonlySet<string>;
}

/**
 * Answers from a file of JSON lines `{"key", "model", "sample_index", "prompt_hash", "answer"}`. What it does not hold is
 * the fault `replay_miss`. Undefined where there is no such file. Throws Failure JUDGE_BAD_REPLAY with the line.
 */
export async function openReplay(path: string): Promise<Replay | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure('JUDGE_BAD_REPLAY', { path, reason: error.code ?? 'it cannot be read' });
  });
  if (text === undefined) return undefined;
  const answers = new Map<string, JudgeAnswer>();
  const models = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const record = parseJson(line);
    const answer = answerFromWire(field(record, 'answer'));
    const [key, model] = [textField(record, 'key'), textField(record, 'model')];
    if (answer === undefined || key === undefined || model === undefined)
      throw new Failure(
        'JUDGE_BAD_REPLAY',
        { path, reason: 'it is no recorded answer' },
        { file: path, line: index + 1 },
      );
    answers.set(key, answer);
    models.add(model);
  }
  return { transport: replaying(path, answers), models };
}

function replaying(path: string, answers: ReadonlyMap<string, JudgeAnswer>): Transport {
  return {
    id: 'replay',
    knows: (key) => answers.has(key),
    ask: async (request) => {
      const answer = answers.get(request.key);
      if (answer) return { answer };
      const place = `sample ${request.sampleIndex} of prompt ${sha256Short(request.prompt)}, model ${request.model}`;
      return { fault: { kind: 'replay_miss', message: `${path} holds no answer to ${place}` } };
    },
  };
}

/** A transport whose answers are also appended to a file, from which they can be replayed. */
export function recordedTo(path: string, transport: Transport): Transport {
  let written: Promise<void> = Promise.resolve();
  return {
    ...transport,
    ask: async (request, signal) => {
      const reply = await transport.ask(request, signal);
      if (!('answer' in reply)) return reply;
      // One after another, so that no two lines are written into each other.
      written = written.then(() => appendFile(path, recordOf(request, reply.answer), { mode: 0o600 }));
      try {
        await written;
      } catch (error) {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be written';
        return { fault: { kind: 'rejected', message: `the answer could not be recorded in ${path}: ${reason}` } };
      }
      return reply;
    },
  };
}

function recordOf({ key, model, sampleIndex, prompt }: JudgeRequest, answer: JudgeAnswer): string {
  const record = {
    key,
    model,
    sample_index: sampleIndex,
    prompt_hash: sha256Short(prompt),
    answer: answerToWire(answer),
  };
  return `${JSON.stringify(record)}\n`;
}
