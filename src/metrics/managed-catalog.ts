/** What a managed metric asks of a case before it can grade it. */
export type ManagedNeed =
  | 'agent_data'
  | 'response'
  | 'prompt'
  | 'reference'
  | 'context'
  | 'rubric_groups'
  | 'function_call'
  | 'conversation_history';

/** A metric that agents-cli has by name alone. */
export interface ManagedMetric {
  /** The plain name. */
  readonly id: string;
  /** Its versions, oldest first; a plain name in `metrics_to_run` stands for the first. */
  readonly versions: readonly [string, ...string[]];
  /** `adaptive`: rubrics are written for each case; `static`: fixed criteria; `media`: of images and videos. */
  readonly kind: 'adaptive' | 'static' | 'media';
  /** `single`: a trace of two turns or more is refused. */
  readonly turns: 'any' | 'single';
  readonly needs: readonly ManagedNeed[];
  /** What a score says; 0 to 1 in every case, and `binary` has nothing between. */
  readonly scale: 'fraction' | 'binary';
  /** Whether rubrics that a case brings are graded in place of generated ones. */
  readonly honoursRubricGroups: boolean;
  /** For one that fails on every trace of an agent: the metrics to use in its place. */
  readonly instead?: readonly [string, ...string[]];
}

type Given = Partial<Omit<ManagedMetric, 'id' | 'versions'>>;

/** Versions are counted from 1 unless said otherwise. */
function managed(id: string, versions: readonly [number, ...number[]], given: Given): ManagedMetric {
  const [first, ...others] = versions;
  const named = (version: number): string => `${id}_v${version}`;
  return {
    id,
    versions: [named(first), ...others.map(named)],
    kind: 'adaptive',
    turns: 'single',
    needs: [],
    scale: 'fraction',
    honoursRubricGroups: false,
    ...given,
  };
}

const AGENT: Given = { turns: 'any', needs: ['agent_data'] };
const QUALITY: Given = { needs: ['prompt', 'response'], honoursRubricGroups: true };
const CHAT: Given = {
  turns: 'any',
  needs: ['conversation_history'],
  instead: ['multi_turn_task_success', 'multi_turn_trajectory_quality'],
};
const MEDIA: Given = { kind: 'media' };

/** Every managed metric of agents-cli: what it needs, of which traces, and what its scores are. */
export const MANAGED_METRICS: readonly ManagedMetric[] = [
  managed('multi_turn_task_success', [1], AGENT),
  managed('multi_turn_trajectory_quality', [1], AGENT),
  managed('multi_turn_tool_use_quality', [1], { ...AGENT, needs: ['agent_data', 'function_call'] }),
  managed('final_response_quality', [1, 2], { needs: ['response'], honoursRubricGroups: true }),
  managed('final_response_reference_free', [1, 2], { needs: ['response', 'rubric_groups'], honoursRubricGroups: true }),
  managed('tool_use_quality', [1, 2], { needs: ['function_call'], honoursRubricGroups: true }),
  managed('general_quality', [1, 2], QUALITY),
  managed('text_quality', [1, 2], QUALITY),
  managed('instruction_following', [1, 2], QUALITY),
  managed('hallucination', [1, 2], { kind: 'static', needs: ['response'] }),
  managed('final_response_match', [2, 3], { kind: 'static', needs: ['response', 'reference'], scale: 'binary' }),
  managed('grounding', [1, 2], { kind: 'static', needs: ['response', 'context'] }),
  managed('safety', [1, 3], { kind: 'static', needs: ['response'], scale: 'binary' }),
  managed('multi_turn_general_quality', [1, 2], CHAT),
  managed('multi_turn_text_quality', [1, 2], CHAT),
  managed('gecko_text2image', [1, 2], MEDIA),
  managed('gecko_text2video', [1, 2], MEDIA),
];

const BY_NAME: ReadonlyMap<string, ManagedMetric> = new Map(
  MANAGED_METRICS.flatMap((metric) => [metric.id, ...metric.versions].map((name) => [name, metric] as const)),
);

/** Metrics that the library behind agents-cli computes itself. */
export const COMPUTED_METRICS: ReadonlySet<string> = new Set([
  'exact_match',
  'bleu',
  'rouge_1',
  'rouge_l_sum',
  'tool_call_valid',
  'tool_name_match',
  'tool_parameter_key_match',
  'tool_parameter_kv_match',
  'comet',
  'metricx',
]);

/** Every name of a managed metric, with and without a version. */
export const MANAGED_NAMES: readonly string[] = [...BY_NAME.keys()];

/** The managed metric of a name, in whatever case and version it is written. */
export function managedMetric(name: string): ManagedMetric | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}

/** True for the name of a managed metric with its version, which agents-cli keeps to itself. */
export function isVersionedName(name: string): boolean {
  const written = name.trim().toLowerCase();
  return BY_NAME.get(written)?.versions.includes(written) === true;
}
