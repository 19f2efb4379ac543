import type { Trace } from '../model/trace.ts';
import type { Declared } from './define-metric.ts';

/** Whether a tool changes nothing; undefined where nobody says so. */
export type IsReadOnly = (tool: string) => boolean | undefined;

/**
 * What the project declares of a tool, else its case, else the definitions in the recording. Definitions that disagree
 * say nothing.
 */
export function readOnlyTools(trace: Trace, { tools: declared = [] }: Declared): IsReadOnly {
  const recorded = new Map<string, boolean | undefined>();
  for (const { toolDefinitions = [] } of trace.spans) {
    for (const { name, readOnly } of toolDefinitions) {
      if (readOnly === undefined) continue;
      recorded.set(name, recorded.has(name) && recorded.get(name) !== readOnly ? undefined : readOnly);
    }
  }
  const said = new Map<string, boolean>();
  for (const { name, readOnly } of trace.case?.tools ?? []) if (readOnly !== undefined) said.set(name, readOnly);
  for (const { name, aliases = [], readOnly } of declared)
    if (readOnly !== undefined) for (const each of [name, ...aliases]) said.set(each, readOnly);
  return (tool) => said.get(tool) ?? recorded.get(tool);
}
