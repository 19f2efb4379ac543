/** Parameters of a call. What is absent is left to the provider. */
export interface CallParameters {
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly seed?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly stop?: readonly string[];
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  readonly response_format?: 'json';
}

/** One question to a judge. */
export interface JudgeRequest {
  /** SHA-256 of everything that can change the answer. */
  readonly key: string;
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly parameters: CallParameters;
  readonly sampleIndex: number;
}

/** Tokens of a call as the provider reports them; absent means unknown. */
export interface JudgeUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
  readonly reasoning?: number;
}

/** How a provider says that an answer ended. */
export type Finish = 'stop' | 'length' | 'content_filter' | 'other';

/** What a judge said, before anything is read out of it. */
export interface JudgeAnswer {
  readonly text: string;
  readonly usage: JudgeUsage;
  readonly finish: Finish;
  /** What the provider says where its model declined. */
  readonly refusal?: string;
  /** The model that answered, by its own name. */
  readonly model?: string;
  /** Parameters that the provider or its model does not take, and that were left out. */
  readonly ignored?: readonly string[];
}

/** Why no answer came. None of them is a score. */
export type FaultKind =
  | 'rate_limited'
  | 'server_error'
  | 'no_answer_in_time'
  | 'unreachable'
  | 'unauthorised'
  | 'rejected'
  | 'bad_answer'
  | 'context_overflow'
  | 'replay_miss'
  | 'judge_budget_exhausted'
  | 'judge_budget_unpriced'
  | 'egress_not_allowed'
  | 'judge_not_configured'
  | 'judge_cancelled';

/** A call that brought no answer. */
export interface JudgeFault {
  readonly kind: FaultKind;
  /** Holds no key, and of what a server said at most a line. */
  readonly message: string;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Either an answer or why there is none. */
export type Reply = { readonly answer: JudgeAnswer } | { readonly fault: JudgeFault };

/** A way to ask one kind of judge. It asks once: retries, limits and the cache lie above it. Never rejects. */
export interface Transport {
  /** Provider, such as `openai`. */
  readonly id: string;
  /** Where prompts go, without credentials; undefined where they go nowhere. */
  readonly endpoint?: string;
  ask(request: JudgeRequest, signal: AbortSignal): Promise<Reply>;
  /** True for a key that it answers without sending anything. */
  knows?(key: string): boolean;
  close?(): Promise<void>;
}
