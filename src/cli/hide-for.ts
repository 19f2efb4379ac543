import type { LoadedConfig } from '../config/loaded-config.ts';
import { Failure } from '../problems/failure.ts';
import { isFailure } from '../problems/is-failure.ts';
import type { ContentMode } from '../reports/define-report.ts';
import { type Hide, hideContent } from '../reports/redact.ts';

/** What the mode and the configuration hide. Throws Failure CONFIG_BAD_VALUE with the line of a pattern that is none. */
export async function hideFor(config: LoadedConfig, content: ContentMode): Promise<Hide> {
  for (const [index, entry] of config.redact.entries()) {
    try {
      await hideContent({ content: 'redacted', redact: [entry] });
    } catch (error) {
      if (!isFailure(error)) throw error;
      const expected = error.message.replace(/^.*, and must be /s, '');
      const facts = { key: 'muster.redact', value: JSON.stringify(entry), expected };
      throw new Failure('CONFIG_BAD_VALUE', facts, config.placeOf(['muster', 'redact', index]));
    }
  }
  return hideContent({ content, redact: config.redact });
}
