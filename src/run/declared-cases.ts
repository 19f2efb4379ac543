import { readConstraints } from '../metrics/constraint-list.ts';
import { compileJsonSchema, isFaulty } from '../metrics/json-schema.ts';
import type { EvaluationCase } from '../model/case.ts';
import { Failure } from '../problems/failure.ts';

/**
 * Refuses cases of a file whose constraints or schemas cannot be used: Failure CASES_BAD_FILE at the case. Cases that a
 * recording carries are data, and leave their runs unresolved instead.
 */
export function refuseUnusableCases(cases: readonly EvaluationCase[]): void {
  for (const { id, constraints, tools, at } of cases) {
    const read = constraints === undefined ? undefined : readConstraints(constraints);
    if (read && 'fault' in read) {
      const { path, value, expected } = read.fault;
      const found = typeof value === 'number' ? String(value) : JSON.stringify(value ?? null).slice(0, 80);
      const reason = `case '${id}': 'constraints${path.map((key) => `.${key}`).join('')}' is ${found}, and must be ${expected}`;
      throw new Failure('CASES_BAD_FILE', { reason }, at);
    }
    for (const { name, parameters } of tools ?? []) {
      const compiled = parameters === undefined ? undefined : compileJsonSchema(parameters);
      if (!compiled || !isFaulty(compiled)) continue;
      const reason = `case '${id}': the parameters of the tool '${name}' are no JSON Schema that can be used: ${compiled.message}`;
      throw new Failure('CASES_BAD_FILE', { reason }, at);
    }
  }
}
