import type { GateVerdict } from '../results/gate-verdict.ts';
import { figure, grouped, interval, percent, plural } from './figures.ts';
import { stepWords } from './summary-words.ts';

/** `held`, `failed`, `unsupported`; an advisory gate says that it has no effect. */
export function gateState(gate: GateVerdict): string {
  return gate.advisory ? `${gate.state}, advisory` : gate.state;
}

/** What a gate asks: `agent.subagent_validity mean (trace) at least 0.95 where agent=research_*`. */
export function gateAsks(gate: GateVerdict): string {
  const where = Object.entries(gate.where).map(([key, value]) => `${key}=${value}`);
  const filter = where.length ? ` where ${where.sort().join(', ')}` : '';
  return `${gate.metric} ${gate.statistic} (${gate.scope}) ${gate.condition}${filter}`;
}

/** What it found: `0.786 = 11/14, Wilson 95 % 0.524–0.924, coverage 93 %`, or `unknown (reason)`. */
export function gateFound(gate: GateVerdict): string {
  const parts = [gate.value === null ? `unknown (${gate.reason || 'nothing to score'})` : gateValue(gate)];
  if (gate.interval) parts.push(interval(gate.interval));
  if (gate.coverage !== null && gate.coverage < 1) parts.push(`coverage ${percent(gate.coverage)}`);
  if (gate.errors > 0) parts.push(plural(gate.errors, 'error'));
  const found = parts.join(', ');
  return gate.steps ? `${found}; ${stepWords(gate.steps)}` : found;
}

function gateValue(gate: GateVerdict): string {
  const value = figure(gate.value ?? 0);
  if (gate.numerator === null) return `${value} over ${grouped(gate.denominator)}`;
  return `${value} = ${figure(gate.numerator)}/${grouped(gate.denominator)}`;
}

/** The worst gates in front: failed, unsupported, advisory ones, held. Otherwise in the order of the config. */
export function worstGates(gates: readonly GateVerdict[]): GateVerdict[] {
  const rank = (gate: GateVerdict): number =>
    gate.state === 'held' ? 3 : gate.advisory ? 2 : gate.state === 'failed' ? 0 : 1;
  return [...gates].sort((a, b) => rank(a) - rank(b));
}

/** One line over all gates: `1 of 3 gates failed, 1 unsupported`. */
export function gatesHeadline(gates: readonly GateVerdict[]): string {
  const binding = gates.filter((gate) => !gate.advisory);
  const failed = binding.filter((gate) => gate.state === 'failed').length;
  const unsupported = binding.filter((gate) => gate.state === 'unsupported').length;
  const advisory = gates.length - binding.length;
  const aside = advisory ? `, ${advisory} advisory` : '';
  if (binding.length === 0) return gates.length ? `${plural(advisory, 'advisory gate')}, none binding` : 'no gates';
  const of = `of ${plural(binding.length, 'gate')}`;
  if (failed) return `${failed} ${of} failed${unsupported ? `, ${unsupported} unsupported` : ''}${aside}`;
  if (unsupported) return `${unsupported} ${of} unsupported by the evidence${aside}`;
  return `${binding.length === 1 ? 'the gate held' : `all ${binding.length} gates held`}${aside}`;
}
