import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'It knows only what was written down: a run can keep every constraint and still be useless.',
    'A run with many constraints fails more easily than one with few. `item_rate` and the table by constraint tell them apart.',
    'A constraint that was written after looking at the run proves nothing: say when in `declared_at`.',
    'Texts are compared letter by letter. `contains: two weeks` misses “14 days”.',
  ],
  decisions: [
    'Kinds and their keys: `expr` (`path`, and of `min`, `max`, `exclusive_min`, `exclusive_max`, `equals`, `exists`; `on: output` or `state`), `regex` (`pattern`), `contains` and `not_contains` (`value`, `ignore_case`), `json_schema` (`schema`), `required_tool` (`name`, `min_calls`, `successful`), `forbidden_tool` (`name`), `max_tool_calls` (`value`, `name`), `max_cost` (`value`, US dollars), `max_duration` (`value`, seconds), `recorded` (`name`, by default the id), `judge`, `python`.',
    "A path names places and computes nothing: `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]`. Every value that it finds has to lie within the bounds; where it finds none, the item is unknown. `exists: true` makes an absent value a failure.",
    'The answer is read as JSON, also out of one block of Markdown code. `json_schema` judges an answer that is no JSON as a text; `expr` leaves it unknown.',
    'The state is the attribute `muster.state` of the root agent.',
    'Regular expressions run in linear time, without look-around.',
    'A tool that was asked for counts as called, also where it failed; `required_tool` wants a success unless `successful: false`. Where an agent’s steps were not recorded, what was not seen is unknown.',
    'A cost of which a part is unknown can break its limit, and cannot keep it.',
    'A run with a constraint that was declared after it had started is flagged (`declared_after_start`) and takes no part in gates; with `strict_declaration_time` it is unresolved.',
    'A list that a trace carries and that cannot be used leaves its run unresolved (`constraints_invalid`); in a file of cases or a configuration it is refused with its line.',
  ],
};
