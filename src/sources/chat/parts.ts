import { field, isObject, type Json, textField } from '../../model/json.ts';
import type { Part } from '../../model/message.ts';

/** What a message says: its content, a refusal and a reasoning that stand beside it, and the transcript of spoken audio. */
export function saidParts(message: Json): Part[] {
  const reasoning = textField(message, 'reasoning_content') ?? textField(message, 'reasoning');
  const refusal = textField(message, 'refusal');
  const transcript = textField(field(message, 'audio'), 'transcript');
  return [
    ...(reasoning ? [{ type: 'reasoning' as const, content: reasoning }] : []),
    ...contentParts(field(message, 'content')),
    ...(transcript ? [{ type: 'text' as const, content: transcript }] : []),
    ...(refusal ? [{ type: 'refusal' as const, content: refusal }] : []),
  ];
}

/** The parts of a content: a text, null, or a list of parts. */
export function contentParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', content }];
  if (Array.isArray(content)) return (content as readonly Json[]).flatMap(listedPart);
  return isObject(content) ? listedPart(content) : [{ type: 'generic', kind: 'content', value: content }];
}

function listedPart(part: Json): Part[] {
  if (part === null) return [];
  if (typeof part === 'string') return [{ type: 'text', content: part }];
  const type = textField(part, 'type') ?? (textField(part, 'text') === undefined ? 'unknown' : 'text');
  return [typedPart(type, part) ?? { type: 'generic', kind: type, value: part }];
}

/** Undefined for a type that is not known, and for a known one that holds not what it should. */
function typedPart(type: string, part: Json): Part | undefined {
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text': {
      const content = textField(part, 'text');
      return content === undefined ? undefined : { type: 'text', content };
    }
    case 'refusal': {
      const content = textField(part, 'refusal');
      return content === undefined ? undefined : { type: 'refusal', content };
    }
    case 'image_url': {
      const image = field(part, 'image_url');
      return addressed(typeof image === 'string' ? image : textField(image, 'url'));
    }
    case 'input_audio':
      return audioPart(field(part, 'input_audio'));
    case 'file':
      return filePart(field(part, 'file'));
    default:
      return undefined;
  }
}

/** A data URL is content, any other one points to it. */
function addressed(url: string | undefined): Part | undefined {
  if (url === undefined) return undefined;
  const data = /^data:([^;,]*)[^,]*,/.exec(url.slice(0, 200));
  if (!data) return { type: 'uri', uri: url };
  return { type: 'blob', ...(data[1] && { mimeType: data[1] }), content: url.slice(data[0].length) };
}

function audioPart(audio: Json | undefined): Part | undefined {
  const content = textField(audio, 'data');
  const format = textField(audio, 'format');
  if (content === undefined) return undefined;
  return { type: 'blob', ...(format !== undefined && { mimeType: `audio/${format}` }), content };
}

function filePart(file: Json | undefined): Part | undefined {
  const fileId = textField(file, 'file_id');
  return fileId === undefined ? addressed(textField(file, 'file_data')) : { type: 'file', fileId };
}
