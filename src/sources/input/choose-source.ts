import { type Problem, problem } from '../../problems/problem.ts';
import type { Opening, Source } from '../define-source.ts';
import { describeOpening, detectSource, keysSeen } from '../detect.ts';
import { isBinaryRecordingName, isJsonName, isLinesName } from './candidate-names.ts';
import type { OpenedInput } from './input-from-bytes.ts';
import { makeOpening } from './opening.ts';
import type { Head } from './read-head.ts';
import { jsonError, scanJson } from './scan-json.ts';

/** The source of one file, or why it has none and whether that is worth a problem. */
export interface Choice {
  readonly status: 'read' | 'unrecognised' | 'unreadable' | 'empty';
  readonly because: string;
  readonly source?: Source;
  readonly problem?: Problem;
}

const RECORDING_WORD =
  /span|trace|traj|message|event|session|steps?$|^runs?$|^turns?$|^post$|histor|observation|conversation|agent|tool_?call|prompt|completion|cases$|^samples$|^simulations$|^batches$|^loglines$|^payload$|^data$/i;

/**
 * Settings of a project stand in the same folders as recordings: of documents, only what shows a word of a recording is
 * worth a problem. JSON lines always are.
 */
function looksLikeRecording(opening: Opening): boolean {
  if (opening.shape === 'lines') return true;
  return opening.shape === 'document' && keysSeen(opening).some((key) => RECORDING_WORD.test(key));
}

function emptyChoice(path: string, isNamed: boolean): Choice {
  const because = 'it is empty';
  const isWorthIt = isNamed || isJsonName(path);
  return { status: 'empty', because, ...(isWorthIt && { problem: problem('INPUT_EMPTY', {}, { file: path }) }) };
}

/**
 * Chooses a source by the head of a file. A file that the user named is always accounted for by a problem when it
 * cannot be read; one met in a folder only where it looks like a recording.
 */
export async function chooseSource(
  input: OpenedInput,
  isNamed: boolean,
  named: Source | undefined,
  sources: readonly Source[],
): Promise<Choice> {
  const { path } = input;
  const head = await input.head();
  if (head.problem) {
    const isWorthIt = isNamed || head.problem.code === 'INPUT_UNREADABLE' || isBinaryRecordingName(path);
    return {
      status: 'unreadable',
      because: head.problem.message,
      ...((isWorthIt || isJsonName(path)) && { problem: head.problem }),
    };
  }
  if (head.isWhole && head.text.trim() === '') return emptyChoice(path, isNamed);
  const opening = makeOpening(path, head);
  if (named && (isNamed || opening.shape !== 'other'))
    return { status: 'read', because: 'named with --source', source: named };
  const chosen = named ? undefined : detectSource(opening, sources);
  if (chosen) return { status: 'read', because: chosen.because, source: chosen.source };
  const because = describeOpening(opening);
  const found = unrecognisedProblem(path, head, opening, because, isNamed);
  return { status: 'unrecognised', because, ...(found && { problem: found }) };
}

/** A document that breaks off, lines by their name, and what is no JSON against its name are told wherever they lie. */
function unrecognisedProblem(
  path: string,
  head: Head,
  opening: Opening,
  because: string,
  isNamed: boolean,
): Problem | undefined {
  const isWhole = head.isWhole && opening.shape === 'document';
  const broken = isWhole ? jsonError(head.text) : undefined;
  const isCut = broken !== undefined && scanJson(head.text).kind === 'cut';
  const isMisnamed = isLinesName(path) || (isJsonName(path) && opening.shape === 'other');
  if (!isNamed && !isCut && !isMisnamed && !looksLikeRecording(opening)) return undefined;
  if (!broken) return problem('INPUT_UNKNOWN_FORMAT', { reason: because }, { file: path });
  const reason = `${broken.reason} (column ${broken.column})`;
  return problem('INPUT_BAD_DOCUMENT', { reason }, { file: path, line: broken.line });
}
