import type { Constraint } from '../model/constraint.ts';
import { field, isObject, type Json, textField } from '../model/json.ts';
import { didYouMean } from '../problems/near-names.ts';
import { checkFault, type ShapeFault } from './check-shape.ts';
import { instantNs } from './instant.ts';

const LIMIT = 1000;
const KEYS = ['id', 'description', 'check', 'declared_at', 'protected'];

/** Constraints as they are declared, or the first thing that is wrong with them. */
export type ConstraintList = { readonly constraints: readonly Constraint[] } | { readonly fault: ShapeFault };

/** Reads a list of constraints in wire form. Each has an id of its own and a check that can be made. */
export function readConstraints(list: Json | undefined): ConstraintList {
  if (!Array.isArray(list)) return { fault: { path: [], value: list, expected: 'a list of constraints' } };
  const items = list as readonly Json[];
  if (items.length > LIMIT)
    return { fault: { path: [], value: items.length, expected: `at most ${LIMIT} constraints` } };
  const places = new Map<string, number>();
  const constraints: Constraint[] = [];
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item);
    if (fault) return { fault: { ...fault, path: [index, ...fault.path] } };
    const constraint = toConstraint(item);
    const first = places.get(constraint.id);
    if (first !== undefined)
      return {
        fault: { path: [index, 'id'], value: constraint.id, expected: `an id of its own: item ${first + 1} has it` },
      };
    places.set(constraint.id, index);
    constraints.push(constraint);
  }
  return { constraints };
}

function itemFault(item: Json): ShapeFault | undefined {
  if (!isObject(item)) return { path: [], value: item, expected: 'a mapping with id and check' };
  const unknown = Object.keys(item).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    return {
      path: [unknown],
      value: item[unknown],
      expected: `no key of a constraint.${didYouMean(unknown, KEYS)}`.replace(/\.$/, ''),
    };
  const { id, description, declared_at: declared, protected: kept } = item;
  if (typeof id !== 'string' || id.trim() === '')
    return { path: id === undefined ? [] : ['id'], value: id, expected: 'an id' };
  if (description !== undefined && typeof description !== 'string')
    return { path: ['description'], value: description, expected: 'a text' };
  if (kept !== undefined && typeof kept !== 'boolean')
    return { path: ['protected'], value: kept, expected: 'true or false' };
  if (declared !== undefined && (typeof declared !== 'string' || instantNs(declared) === undefined))
    return { path: ['declared_at'], value: declared, expected: 'a time such as 2026-05-01T10:00:00Z' };
  const fault = checkFault(field(item, 'check'));
  return fault && { ...fault, path: field(item, 'check') === undefined ? [] : ['check', ...fault.path] };
}

function toConstraint(item: Json): Constraint {
  const description = textField(item, 'description');
  const declaredAt = textField(item, 'declared_at');
  const kept = field(item, 'protected');
  return {
    id: textField(item, 'id') ?? '',
    ...(description !== undefined && { description }),
    check: field(item, 'check') as Constraint['check'],
    ...(declaredAt !== undefined && { declaredAt }),
    ...(typeof kept === 'boolean' && { protected: kept }),
  };
}

/** A constraint in wire form: what the hash of a list is made of. */
export function constraintToWire({ id, description, check, declaredAt, protected: kept }: Constraint): Json {
  return {
    id,
    ...(description !== undefined && { description }),
    check,
    ...(declaredAt !== undefined && { declared_at: declaredAt }),
    ...(kept !== undefined && { protected: kept }),
  };
}
