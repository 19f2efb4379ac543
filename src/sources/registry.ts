import { agentsCliSource } from './agents-cli/source.ts';
import { chatSource } from './chat/source.ts';
import { claudeCodeSource } from './claude-code/source.ts';
import type { Source } from './define-source.ts';
import { otlpSource } from './otlp/source.ts';
import { spansSource } from './spans/source.ts';

/** Every built-in source. The order breaks ties of detection: narrow formats stand before wide ones. */
export const SOURCES: readonly Source[] = [spansSource, agentsCliSource, claudeCodeSource, otlpSource, chatSource];
