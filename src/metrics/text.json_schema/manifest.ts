import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'text.json_schema',
  display_name: 'Answer fits a schema',
  description: 'Whether the final answer is JSON that a schema allows.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: {
    schema: {
      type: ['object', 'boolean'],
      description: 'The JSON Schema. Nothing is fetched: a remote `$ref` is refused.',
    },
    use_reference: {
      type: 'boolean',
      default: false,
      description: 'Without `schema`: the reference of the case is the schema.',
    },
    allow_code_fence: {
      type: 'boolean',
      default: false,
      description: 'An answer that is one block of Markdown code is read by its inside.',
    },
  },
  metric_metadata: {
    summary: 'Is the final answer JSON that a schema allows?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The schema is `schema` of the configuration, or with `use_reference` the reference of the case.',
      'The answer is parsed as JSON and validated. An answer that is no JSON scores 0: `answer_not_json`. One that breaks the schema scores 0: `schema_violated`, with the first keywords and paths in `details`.',
      'Without a schema: not applicable. A schema of a case that cannot be used, and an answer that was not recorded: unresolved.',
    ],
    score_semantics: '1 or 0. Higher is better.',
    worked_example:
      'The schema asks for an object with a number `total`. The answer \'{"total": 42.5}\' scores 1; \'{"total": "42.5"}\' breaks `type` at /total and scores 0.',
  },
});
