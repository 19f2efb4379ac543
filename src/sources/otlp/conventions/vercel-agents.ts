import { textOfKeys } from '../attribute-values.ts';
import type { RawSpan } from '../raw-span.ts';
import { type KindFound, kindOf } from './kind.ts';

/**
 * The AI SDK gives one kind of span to a single question and to an agent's loop. Such spans are held back until all are
 * read: one that ran a tool or asked its model more than once is an agent's.
 */
export class VercelLoops {
  readonly #held: RawSpan[] = [];
  readonly #steps = new Map<string, { calls: number; tools: number }>();

  /** True when the span is held back. */
  take(span: RawSpan): boolean {
    const operation = textOfKeys(span.attributes, 'ai.operationId');
    if (operation === undefined) return false;
    const found = kindOf(span);
    if (found.kind === 'CHAIN' && found.raw === operation) {
      this.#held.push(span);
      return true;
    }
    if (span.parentId !== undefined) this.#count(`${span.traceId} ${span.parentId}`, found);
    return false;
  }

  /** The spans that were held back, each with its kind. */
  *release(): Generator<{ span: RawSpan; found: KindFound }> {
    for (const span of this.#held) {
      const steps = this.#steps.get(`${span.traceId} ${span.spanId}`);
      const found = kindOf(span);
      const isLoop = steps !== undefined && (steps.tools > 0 || steps.calls > 1);
      yield { span, found: isLoop ? { ...found, kind: 'AGENT' } : found };
    }
  }

  #count(parent: string, found: KindFound): void {
    const steps = this.#steps.get(parent) ?? { calls: 0, tools: 0 };
    if (found.kind === 'TOOL') steps.tools++;
    else if (found.kind === 'LLM') steps.calls++;
    this.#steps.set(parent, steps);
  }
}
