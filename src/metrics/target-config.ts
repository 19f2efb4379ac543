import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, type Json } from '../model/json.ts';
import { nearNames } from '../problems/near-names.ts';
import { type At, type Problem, problem } from '../problems/problem.ts';
import type { Config, ConfigTarget } from './define-metric.ts';
import { matchesGlob } from './glob.ts';

/** One target-scoped entry, as a configuration file gives it. */
export interface ConfiguredTarget {
  readonly match: {
    readonly agent?: string;
    readonly model?: string;
    readonly depth?: number;
    readonly delegated?: boolean;
    readonly attributes?: Readonly<Record<string, Json>>;
  };
  readonly config: Config;
  /** Absent: as the targets before it say. */
  readonly enabled?: boolean;
  readonly at?: At;
  /** Place of a key of `config`. */
  placeOf?(key: string): At | undefined;
}

/** Names of the spans that were asked about: what a misspelt target may have meant. */
export interface ReadNames {
  readonly agents: Set<string>;
  readonly models: Set<string>;
}

/** Name of the agent of a span, or nothing. */
export function agentName({ span, agent }: ConfigTarget): string {
  return agent?.name ?? span.agent?.name ?? '';
}

/** Name of the model of a span, or nothing. */
export function modelName({ span }: ConfigTarget): string {
  return span.model?.responded ?? span.model?.requested ?? '';
}

/** True when every name and fact of a target holds for a span. */
export function matchesTarget({ match }: ConfiguredTarget, of: ConfigTarget): boolean {
  const { span, agent } = of;
  if (match.agent !== undefined && !matchesGlob(match.agent, agentName(of))) return false;
  if (match.model !== undefined && !matchesGlob(match.model, modelName(of))) return false;
  if (match.depth !== undefined && agent?.depth !== match.depth) return false;
  if (match.delegated !== undefined && (agent?.role === 'delegated') !== match.delegated) return false;
  return Object.entries(match.attributes ?? {}).every(([key, wanted]) => {
    const value = span.attributes.get(key);
    if (value === undefined) return false;
    if (typeof wanted === 'string' && !isObject(value)) return matchesGlob(wanted, String(value));
    return canonicalJson(value) === canonicalJson(wanted);
  });
}

/** The problem of a target that matched nothing, with the nearest names that were read. */
export function unmatchedTarget(metric: string, { match, at }: ConfiguredTarget, read: ReadNames): Problem {
  const near = [
    ...(match.agent === undefined ? [] : nearNames(match.agent.replaceAll('*', ''), read.agents)),
    ...(match.model === undefined ? [] : nearNames(match.model.replaceAll('*', ''), read.models)),
  ].filter(Boolean);
  const facts = {
    target: canonicalJson(match),
    metric,
    near: near.length ? ` Read were ${near.join(', ')}.` : '',
  };
  return problem('CONFIG_TARGET_UNMATCHED', facts, at);
}
