/** Codes of metrics that ask a model. */
export const JUDGE_CODES = {
  JUDGE_UNSUPPORTED: {
    message: "'{key}' is not supported: {reason}",
    hint: '{todo}',
    docs: 'An entry of custom_metrics asks for something that would have to be ignored; it is refused instead.',
  },
  JUDGE_NEEDS_LEAVE: {
    message: 'a judge outside of this machine would be asked: {plan}',
    hint: 'pass --yes, or set muster.judge.allow_egress: true; --plan prints this and asks nothing',
    docs: 'Recordings are sent to a judge only when you said so.',
  },
  JUDGE_NO_MODEL: {
    message: "metric '{metric}' asks a judge, and no model is named",
    hint: 'set judge_model on the metric, muster.judge.model, or MUSTER_JUDGE_MODEL',
    docs: 'A metric with a prompt_template needs a model that reads the prompt.',
  },
  JUDGE_NO_PROVIDER: {
    message: "cannot tell who provides the judge '{model}'",
    hint: 'set muster.judge.provider, or muster.judge.base_url for an endpoint that speaks the OpenAI protocol',
    docs: 'The name of the model is of no provider that is known, and no endpoint is configured.',
  },
  JUDGE_NO_KEY: {
    message: "no key for the judge '{model}' of {provider}",
    hint: 'set {variables} in the environment',
    docs: "The provider of the judge needs a key, which is read from the environment under the provider's own name.",
  },
  JUDGE_BAD_REPLAY: {
    message: "the recorded answers in '{path}' cannot be used: {reason}",
    hint: 'record them again with --judge replay:FILE, a new FILE and a configured judge',
    docs: 'The file after --judge replay: is missing and no judge is there to record, or it is no recording.',
  },
} as const;
