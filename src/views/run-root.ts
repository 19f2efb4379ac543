import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agents } from './agents.ts';
import { defineView } from './define-view.ts';
import { spanTree } from './span-tree.ts';

/**
 * The span that is the run as a whole: the only root agent; with several of them, or none, the only root of the tree.
 * Undefined where neither is one span.
 */
export const runRoot = defineView('run-root', 1, (trace: Trace): Span | undefined => {
  const [agent, ...others] = agents(trace).filter(({ role }) => role === 'root');
  if (agent && others.length === 0) return agent.span;
  const { roots } = spanTree(trace);
  const whole = roots.filter(({ parentId }) => parentId === undefined);
  const [root, ...more] = roots.length === 1 ? roots : whole;
  return more.length === 0 ? root : undefined;
});
