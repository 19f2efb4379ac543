import { field, type Json } from '../model/json.ts';

/** One step of a path: a member, an index (negative from the end), or all members or items. */
export type PathStep = string | number | '*all*';

const ALL = '*all*';
const STEP = /^(?:\.([A-Za-z_$][\w$-]*)|\.\*|\[\*\]|\[(-?\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\])/;
const PATH_LENGTH = 500;
const VALUES = 10_000;

/**
 * Parses the part of JSONPath that names places and computes nothing: `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]`.
 * Undefined for any other text.
 */
export function parseJsonPath(text: string): readonly PathStep[] | undefined {
  if (!text.startsWith('$') || text.length > PATH_LENGTH) return undefined;
  const steps: PathStep[] = [];
  for (let rest = text.slice(1); rest !== ''; ) {
    const found = STEP.exec(rest);
    if (!found) return undefined;
    const [whole, name, index, single, double] = found;
    const quoted = single ?? double;
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else if (quoted !== undefined) steps.push(quoted.replace(/\\(.)/g, '$1'));
    else steps.push(ALL);
    rest = rest.slice(whole.length);
  }
  return steps;
}

/** The values at a path, at most 10,000. */
export function valuesAt(root: Json, steps: readonly PathStep[]): readonly Json[] {
  let values: readonly Json[] = [root];
  for (const step of steps) {
    const next: Json[] = [];
    for (const value of values) {
      for (const found of membersAt(value, step)) {
        if (next.length >= VALUES) break;
        next.push(found);
      }
    }
    values = next;
  }
  return values;
}

function membersAt(value: Json, step: PathStep): readonly Json[] {
  if (step === ALL) return typeof value === 'object' && value !== null ? (Object.values(value) as readonly Json[]) : [];
  if (typeof step === 'number') {
    const item = Array.isArray(value) ? (value.at(step) as Json | undefined) : undefined;
    return item === undefined ? [] : [item];
  }
  const member = field(value, step);
  return member === undefined ? [] : [member];
}
