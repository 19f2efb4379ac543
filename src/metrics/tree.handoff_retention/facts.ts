import type { Constraint } from '../../model/constraint.ts';
import type { Trace } from '../../model/trace.ts';
import { readConstraints } from '../constraint-list.ts';
import type { Declared } from '../define-metric.ts';
import { linearPattern } from '../linear-pattern.ts';

/** A fact that no handoff may lose. */
export interface Fact {
  readonly id: string;
  isIn(text: string): boolean;
}

/** The protected facts of a run: of its case, else of the project. Undefined where the list of a case cannot be read. */
export function protectedFacts(trace: Trace, declared: Declared): readonly Fact[] | undefined {
  const own = trace.case?.constraints;
  if (own === undefined) return (declared.constraints ?? []).flatMap(toFact);
  const read = readConstraints([...own]);
  return 'constraints' in read ? read.constraints.flatMap(toFact) : undefined;
}

function toFact({ id, check, protected: kept }: Constraint): Fact[] {
  if (!kept) return [];
  if (check.kind === 'regex') {
    const pattern = linearPattern(String(check.pattern));
    return [{ id, isIn: (text) => pattern.matcher(text).find() }];
  }
  if (check.kind !== 'contains') return [];
  const fold = (text: string): string => (check.ignore_case === true ? text.toLowerCase() : text);
  const value = fold(String(check.value));
  return [{ id, isIn: (text) => fold(text).includes(value) }];
}
