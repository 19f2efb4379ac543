import { field, isObject, type Json, textField } from '../../../model/json.ts';
import type { Part } from '../../../model/message.ts';

const MEDIA = new Set([
  'blob',
  'file',
  'uri',
  'image',
  'image_url',
  'input_image',
  'input_file',
  'input_audio',
  'audio',
  'video',
  'document',
  'inline_data',
  'inlineData',
  'file_data',
  'fileData',
]);

/** True for the types of parts that carry or point to media. */
export function isMedia(type: string): boolean {
  return MEDIA.has(type);
}

/**
 * A media part of any provider: an address, an id of a file, or content in base64. Undefined when it has none of them.
 */
export function toMediaPart(type: string, item: Json): Part | undefined {
  const inner = firstObject(item, type) ?? item;
  const source = firstObject(inner, 'source') ?? inner;
  const places = [source, inner, item];
  const mime = pick(places, 'mime_type', 'mimeType', 'media_type', 'mediaType');
  const mimeType = mime === undefined ? {} : { mimeType: mime };
  const address = pick(places, 'uri', 'url', 'file_uri', 'fileUri', 'image_url', 'file_url');
  if (address?.startsWith('data:')) return { type: 'blob', ...mimeType, content: address };
  if (address !== undefined) return { type: 'uri', uri: address, ...mimeType };
  const fileId = pick(places, 'file_id', 'fileId');
  if (fileId !== undefined) return { type: 'file', fileId, ...mimeType };
  const content = pick(places, 'content', 'data', 'bytes', 'image', 'file_data');
  if (content === undefined) return undefined;
  if (textField(source, 'type') === 'text') return { type: 'text', content };
  return { type: 'blob', ...mimeType, content };
}

function firstObject(value: Json, key: string): Json | undefined {
  const found = field(value, key);
  return isObject(found) ? found : undefined;
}

function pick(places: readonly Json[], ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    for (const place of places) {
      const text = textField(place, key);
      if (text !== undefined && text !== '') return text;
    }
  }
  return undefined;
}
