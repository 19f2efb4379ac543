import type { Finding } from '../config/finding.ts';
import type { At } from '../problems/problem.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** Writes findings by file, the worst file and the worst finding first. `checked` are all files that were looked at. */
export function printFindings(findings: readonly Finding[], checked: readonly string[], terminal: Terminal): void {
  for (const [file, own] of byFile(findings)) {
    terminal.out(`${printable(file)}: ${counted(own)}\n`);
    const told = new Set<string>();
    for (const { severity, problem } of own) {
      const { at, code, message, hint } = problem;
      terminal.out(`  ${printable(placeText(file, at))}: ${severity}: ${printable(message)} (${code})\n`);
      if (!told.has(hint)) terminal.out(`      ${printable(hint)}\n`);
      told.add(hint);
    }
    terminal.out('\n');
  }
  const names = checked.length === 1 ? printable(checked[0] ?? '') : `${checked.length} files`;
  terminal.out(findings.length === 0 ? `${names}: nothing to repair\n` : `${names}: ${counted(findings)}\n`);
}

/** Findings as one JSON document. */
export function findingsJson(findings: readonly Finding[], checked: readonly string[]): string {
  const sorted = byFile(findings).flatMap(([, own]) => own);
  const document = {
    files: checked,
    errors: count(findings, 'error'),
    warnings: count(findings, 'warning'),
    findings: sorted.map(({ severity, problem: { code, message, hint, at } }) => ({
      ...{ severity, code, message, hint },
      ...(at && { file: at.file, ...(at.line !== undefined && { line: at.line }) }),
      ...(at?.pointer !== undefined && { pointer: at.pointer }),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** How many findings are of a severity. */
export function count(findings: readonly Finding[], severity: Finding['severity']): number {
  return findings.filter((each) => each.severity === severity).length;
}

function byFile(findings: readonly Finding[]): [string, Finding[]][] {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const file = finding.problem.at?.file ?? '';
    const known = files.get(file);
    if (known) known.push(finding);
    else files.set(file, [finding]);
  }
  for (const own of files.values()) own.sort(compare);
  return [...files].sort(
    ([a, ownA], [b, ownB]) =>
      count(ownB, 'error') - count(ownA, 'error') || ownB.length - ownA.length || (a < b ? -1 : 1),
  );
}

function compare(a: Finding, b: Finding): number {
  const rank = ({ severity }: Finding): number => (severity === 'error' ? 0 : 1);
  const line = ({ problem }: Finding): number => problem.at?.line ?? 0;
  return rank(a) - rank(b) || line(a) - line(b) || (a.problem.message < b.problem.message ? -1 : 1);
}

function placeText(file: string, at: At | undefined): string {
  if (!at) return file;
  const pointer = at.line === undefined && at.pointer !== undefined ? `#${at.pointer}` : '';
  return at.line === undefined ? `${file}${pointer}` : `${file}:${at.line}`;
}

function counted(findings: readonly Finding[]): string {
  const number = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;
  const errors = count(findings, 'error');
  const warnings = count(findings, 'warning');
  if (errors === 0) return number(warnings, 'warning');
  return warnings === 0 ? number(errors, 'error') : `${number(errors, 'error')}, ${number(warnings, 'warning')}`;
}
