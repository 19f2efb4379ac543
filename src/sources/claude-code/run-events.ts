import { field, type Json, numberField, textField } from '../../model/json.ts';
import type { SpanEvent } from '../../model/span.ts';
import { recordText, type SessionRecord } from './session-record.ts';
import { isModelCall } from './thread.ts';
import { userKind } from './user-kind.ts';

/**
 * What happened in a run beside calls: what the program wrote in the user's name, interruptions, prompts typed while
 * the agent worked, compactions and retries.
 */
export function runEvents(records: readonly SessionRecord[]): SpanEvent[] {
  return records.flatMap((record) => {
    const found = eventOf(record);
    if (!found) return [];
    const attributes = new Map(found.attributes.filter((entry): entry is [string, Json] => entry[1] !== undefined));
    return [{ name: found.name, ...(record.timeNs !== undefined && { timeNs: record.timeNs }), attributes }];
  });
}

interface Found {
  readonly name: string;
  readonly attributes: readonly (readonly [string, Json | undefined])[];
}

function eventOf(record: SessionRecord): Found | undefined {
  if (record.type === 'user') return userEvent(record);
  if (record.type === 'system') return systemEvent(record);
  if (record.type === 'assistant' && !isModelCall(record))
    return { name: 'synthetic_assistant_message', attributes: [['content', recordText(record)]] };
  const attachment = field(record.value, 'attachment');
  if (record.type === 'attachment' && textField(attachment, 'type') === 'queued_command')
    return { name: 'queued_user_message', attributes: [['content', field(attachment, 'prompt')]] };
  return undefined;
}

function userEvent(record: SessionRecord): Found | undefined {
  const kind = userKind(record);
  if (kind === 'prompt' || kind === 'empty') return undefined;
  if (kind === 'tool_result') {
    const denial = textField(record.value, 'toolDenialKind') ?? rejection(record);
    return denial === undefined ? undefined : { name: 'tool_rejected', attributes: [['kind', denial]] };
  }
  if (kind === 'interruption') return { name: 'interrupted_by_user', attributes: [['content', recordText(record)]] };
  return {
    name: 'synthetic_user_message',
    attributes: [
      ['synthetic', true],
      ['kind', kind],
      ['content', recordText(record)],
    ],
  };
}

function rejection({ value }: SessionRecord): string | undefined {
  return textField(value, 'toolUseResult') === 'User rejected tool use' ? 'user-rejected' : undefined;
}

function systemEvent({ value }: SessionRecord): Found | undefined {
  const subtype = textField(value, 'subtype');
  if (subtype === 'compact_boundary') {
    const metadata = field(value, 'compactMetadata');
    return {
      name: 'compaction',
      attributes: [
        ['trigger', textField(metadata, 'trigger')],
        ['pre_tokens', numberField(metadata, 'preTokens')],
      ],
    };
  }
  if (subtype === 'api_error')
    return {
      name: 'api_error',
      attributes: [
        ['retry_attempt', numberField(value, 'retryAttempt')],
        ['max_retries', numberField(value, 'maxRetries')],
      ],
    };
  return undefined;
}
