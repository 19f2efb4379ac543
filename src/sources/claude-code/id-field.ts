import { textField } from '../../model/json.ts';

/** The id at `key`. Empty text names nothing: it counts as absent. */
export function idField(value: unknown, key: string): string | undefined {
  return textField(value, key) || undefined;
}
