import { ruleManifest } from '../rule-manifest.ts';
import { normalisationParameters } from '../text-normalisation.ts';

export const manifest = ruleManifest({
  name: 'text.regex',
  display_name: 'Answer matches a pattern',
  description: 'Whether the final answer matches a regular expression.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: {
    pattern: { type: 'string', minLength: 1, description: 'The regular expression, in RE2 syntax (linear time).' },
    use_reference: {
      type: 'boolean',
      default: false,
      description: 'Without `pattern`: the reference of the case is the pattern, or a list of which any may match.',
    },
    match: {
      enum: ['anywhere', 'whole'],
      default: 'anywhere',
      description: 'whole: the pattern has to match the answer from end to end.',
    },
    ...normalisationParameters({ unicode: 'NFC', whitespace: 'trim', ignore_case: false }),
  },
  metric_metadata: {
    summary: 'Does the final answer match a pattern?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The pattern is `pattern` of the configuration, or with `use_reference` the reference of the case. It runs in linear time: look-around and back references are refused.',
      'The answer is normalised as configured, the pattern is not.',
      'Without either: not applicable. An answer that was not recorded, or is no text: unresolved.',
    ],
    score_semantics: '1 or 0. Higher is better.',
    worked_example:
      "The pattern is '\\bINV-[0-9]{4}\\b', the answer 'Your invoice is INV-2041.': 1. The answer 'Your invoice is INV-20.' scores 0.",
  },
});
