import type { At } from '../problems/problem.ts';
import type { Json } from './json.ts';
import type { ToolDefinition } from './span.ts';

/** Which traces a case of a file stands for: all that are named must hold. Texts are compared exactly. */
export interface CaseMatch {
  readonly session?: string;
  readonly trace?: string;
  readonly attributes?: ReadonlyMap<string, Json>;
}

/**
 * What a trace is held against. A case without a trace stays in every denominator.
 * `constraints`, `rubricGroups` and `recorded` keep their wire form: metrics read them.
 */
export interface EvaluationCase {
  readonly id: string;
  readonly task?: { readonly id: string; readonly version?: string };
  readonly trial?: number | string;
  readonly prompt?: Json;
  readonly reference?: Json;
  readonly context?: Json;
  readonly expectedCalls?: readonly { readonly name: string; readonly arguments?: Json }[];
  readonly constraints?: readonly Json[];
  readonly tools?: readonly ToolDefinition[];
  readonly stepCap?: number;
  readonly escalation?: { readonly expected: boolean };
  readonly rubricGroups?: Json;
  readonly tags?: readonly string[];
  readonly recorded?: Json;
  readonly match?: CaseMatch;
  readonly at?: At;
}
