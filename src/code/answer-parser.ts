import type { FunctionOptions } from './function-metric.ts';
import type { CallReply } from './line-messages.ts';
import { limitedPrint } from './printed-text.ts';
import { ProcessPool } from './process-pool.ts';
import { startPython } from './start-python.ts';

/** The `result_parsing_function` of a metric: it reads the answers of a judge. */
export interface AnswerParser {
  /** What it makes of the answers of all samples. Never rejects. */
  parse(answers: readonly string[]): Promise<CallReply>;
  close(): Promise<void>;
}

/**
 * Runs `parse_results(answers)` of a metric in the Python of the project, under the limits of a function. It answers
 * like one: with a score, and perhaps an explanation.
 */
export function answerParser(name: string, source: string, options: FunctionOptions): AnswerParser {
  const code = { name, source, language: 'python', execution: 'local', folder: options.folder } as const;
  const start = startPython(code, { ...options, print: limitedPrint(options.print) }, 'parse_results');
  const pool = new ProcessPool(start, options.limits.processes);
  return { parse: (answers) => pool.ask(answers), close: () => pool.close() };
}
