import { field, textField } from '../../model/json.ts';
import { recordText, type SessionRecord } from './session-record.ts';
import { structuredResult } from './user-kind.ts';

/** What became of work that went on in the background. */
export interface BackgroundEnd {
  readonly status: 'completed' | 'error' | 'cancelled' | 'running';
  readonly resultText?: string;
}

/** Ends of background work by task id; the task id of an agent is its own id. */
export type BackgroundEnds = ReadonlyMap<string, BackgroundEnd>;

const STATUS: ReadonlyMap<string, BackgroundEnd['status']> = new Map([
  ['completed', 'completed'],
  ['success', 'completed'],
  ['failed', 'error'],
  ['error', 'error'],
  ['killed', 'cancelled'],
  ['stopped', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['running', 'running'],
  ['pending', 'running'],
]);

/** The text between the first opening and the last closing tag of a name. */
function between(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start === -1 || end < start ? undefined : text.slice(start + tag.length + 2, end).trim();
}

/** Collects the ends of background work from ordered records; the last report holds. */
export function backgroundEnds(records: readonly SessionRecord[]): Map<string, BackgroundEnd> {
  const ends = new Map<string, BackgroundEnd>();
  for (const record of records) {
    const text = notificationText(record);
    if (text !== undefined) addNotification(text, ends);
    const task = field(structuredResult(record), 'task');
    const id = textField(task, 'task_id');
    if (id !== undefined)
      add(ends, id, textField(task, 'status'), textField(task, 'result') ?? textField(task, 'output'));
  }
  return ends;
}

function notificationText(record: SessionRecord): string | undefined {
  const text =
    record.type === 'user'
      ? recordText(record)
      : record.type === 'queue-operation'
        ? textField(record.value, 'content')
        : textField(field(record.value, 'attachment'), 'prompt');
  return text?.includes('<task-notification>') ? text : undefined;
}

function addNotification(text: string, ends: Map<string, BackgroundEnd>): void {
  for (const notification of text.split('<task-notification>').slice(1)) {
    const head = notification.split('<result>', 1)[0] ?? '';
    const id = between(head, 'task-id');
    if (id !== undefined) add(ends, id, between(head, 'status'), between(notification, 'result'));
  }
}

function add(ends: Map<string, BackgroundEnd>, id: string, word: string | undefined, result: string | undefined): void {
  const status = word === undefined ? undefined : STATUS.get(word);
  const known = ends.get(id);
  if (status === undefined || (status === 'running' && known)) return;
  const resultText = result ?? known?.resultText;
  ends.set(id, { status, ...(resultText !== undefined && status !== 'running' && { resultText }) });
}
