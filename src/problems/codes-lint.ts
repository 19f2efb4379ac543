/** Codes of what lint finds in a configuration of agents-cli and in its datasets. */
export const LINT_CODES = {
  CONFIG_FOREIGN_KEY: {
    message: "'{key}' is read neither by muster nor by agents-cli: {reason}",
    hint: '{todo}',
    docs: 'A key that other tools have, or older pages show. agents-cli drops it without a word, so that what it asks for never happens.',
  },
  CONFIG_NOT_JSON: {
    message: 'agents-cli cannot read this file: {reason}',
    hint: 'a file called .json must be strict JSON: no comments, no commas before a closing bracket; or call it .yaml',
    docs: 'The name of a configuration decides how agents-cli reads it.',
  },
  CONFIG_NOTHING_TO_RUN: {
    message: 'metrics_to_run is {state}: agents-cli refuses to grade without --metrics',
    hint: 'list the names of metrics: those under custom_metrics, and managed ones such as multi_turn_task_success',
    docs: 'agents-cli runs only what metrics_to_run or --metrics names, also where custom_metrics defines more.',
  },
  CUSTOM_METRIC_BODILESS: {
    message: "'{name}' has no prompt_template and no custom_function, and is no managed metric.{near}",
    hint: 'give it a prompt_template, a custom_function or a custom_function_file; a managed metric needs no entry here',
    docs: 'An entry of custom_metrics without a body of its own sets the parameters of a managed metric, so its name must be one.',
  },
  CUSTOM_METRIC_DUPLICATE: {
    message: "'{name}' is defined {count} times, and only the last definition counts (line {line})",
    hint: 'names are compared in lower case: rename one of them, or remove it',
    docs: 'agents-cli keeps the last entry of a name and drops the others without a word.',
  },
  CUSTOM_METRIC_NAMELESS: {
    message: 'entry {number} of custom_metrics has no name, and is dropped',
    hint: 'give it a name, and list that in metrics_to_run',
    docs: 'agents-cli drops an entry without a name without a word.',
  },
  CUSTOM_METRIC_OVERRIDES: {
    message: "'{name}' is also the name of a managed metric, and takes its place",
    hint: "rename it, for example to 'my_{name}', if both are wanted",
    docs: 'A custom metric may have the plain name of a managed one. Results then do not tell which of both gave a score.',
  },
  CUSTOM_METRIC_RESERVED: {
    message: "the name '{name}' is reserved for a managed metric, and this definition would be ignored",
    hint: "rename it, for example to 'my_{name}'",
    docs: 'A name with the version of a managed metric cannot be given to a metric of your own: the evaluation service would ignore your definition.',
  },
  CUSTOM_METRIC_TWO_FUNCTIONS: {
    message: "'{name}' has both custom_function and custom_function_file",
    hint: 'keep one of them',
    docs: 'agents-cli refuses an entry with two functions.',
  },
  CUSTOM_METRIC_UNREAD: {
    message: "'{key}' of '{name}' has no effect: {reason}",
    hint: '{todo}',
    docs: 'The key is a known one, but not for an entry of this kind. A function goes before a template, and parameters are of managed metrics.',
  },
  FUNCTION_ASYNC: {
    message:
      "evaluate of '{name}' is an async function: agents-cli never awaits it, and every case ends as an error there",
    hint: 'write a plain def, and call asyncio.run inside it; muster awaits both',
    docs: 'A metric that only one of both tools can run gives no scores in the other.',
  },
  FUNCTION_DOTTED_PATH: {
    message: "'{name}' names its function by the path {path}; custom_function is the source of a function",
    hint: 'put the function into a file as `def evaluate(instance):`, and name the file with custom_function_file, relative to this one',
    docs: 'custom_function holds Python source. A dotted path compiles as an expression and defines nothing, so the metric never runs.',
  },
  FUNCTION_NO_EVALUATE: {
    message: "the function of '{name}' defines no evaluate at its top level: {found}",
    hint: 'define `def evaluate(instance):` that returns a number, or a dict with score and explanation',
    docs: 'A code metric is called by the name evaluate. Nothing is executed to find this out: the text is read.',
  },
  FUNCTION_NOT_FOUND: {
    message: "the function of '{name}' is not here: {path} ({reason})",
    hint: 'custom_function_file is relative to the folder of the configuration',
    docs: 'The file that an entry names does not exist or cannot be read.',
  },
  METRIC_TO_RUN_CASE: {
    message:
      "'{name}' is spelt '{defined}' in custom_metrics; agents-cli tells upper and lower case apart and does not find it",
    hint: 'spell both alike, in lower case as results do',
    docs: 'Names in metrics_to_run are looked up as they are written.',
  },
  METRIC_TO_RUN_OURS: {
    message: "'{name}' is a metric of muster; agents-cli will refuse it",
    hint: 'move it to muster.metrics, which agents-cli does not read',
    docs: 'One file can serve both tools as long as each finds its own metrics in its own place.',
  },
  METRIC_TO_RUN_UNKNOWN: {
    message: "'{name}' is neither defined under custom_metrics nor a managed metric.{near}",
    hint: 'define it under custom_metrics with a prompt_template or a custom_function, or take one of {known}',
    docs: 'agents-cli finds a misspelt name only after it has called the evaluation service.',
  },
  MANAGED_NEEDS_CHAT: {
    message: "'{name}' needs a conversation_history, which traces of agents do not have: it fails on every one of them",
    hint: 'use {instead}',
    docs: 'Two managed metrics are made for chats, not for recordings of agents.',
  },
  MANAGED_NO_MEDIA: {
    message: "'{name}' scores generated images or videos, not agents",
    hint: 'take it out of metrics_to_run',
    docs: 'A managed metric that no trace of an agent can have a score of.',
  },
  MANAGED_CASE_UNFIT: {
    message: "'{name}' cannot grade {cases}: {reason}",
    hint: '{todo}',
    docs: 'A managed metric has preconditions. A case that lacks them is not applicable here and an error at agents-cli, after the call was paid for.',
  },
  TEMPLATE_UNKNOWN_PLACEHOLDER: {
    message:
      "{placeholder} in the prompt_template of '{name}' is no field of a case, and stays as it is written.{near}",
    hint: 'known are {known}, and every other key that cases have; write {escaped} if the braces are meant',
    docs: 'Only placeholders that name a field of the case are replaced.',
  },
  TEMPLATE_NO_PLACEHOLDER: {
    message: "the prompt_template of '{name}' has no placeholder: the judge would see the same text for every case",
    hint: 'write {fields} where the case belongs',
    docs: 'A judge sees nothing of a case but what its template names.',
  },
  TEMPLATE_TRACE_LAST: {
    message: "{placeholder} stands behind the last instruction in the prompt_template of '{name}'",
    hint: 'put what the judge must do, and how it answers, behind the text of the trace: what is read last is followed most, and an agent could write instructions to its judge',
    docs: 'Text of a trace is data. At the end of a prompt it is most easily taken for an instruction.',
  },
  TEMPLATE_FIELD_MISSING: {
    message: "the prompt_template of '{name}' asks for {placeholder}, which {cases} lack",
    hint: 'add the field to the cases, or take the placeholder out: such a case is an error of the metric (missing_field)',
    docs: 'A placeholder is never filled with nothing.',
  },
  DATASET_BAD_FILE: {
    message: 'this is no dataset: {reason}',
    hint: '{todo}',
    docs: 'A dataset is a JSON file with a list of eval_cases.',
  },
  DATASET_BAD_CASE: {
    message: "case '{case}' cannot be played: {reason}",
    hint: '{todo}',
    docs: 'agents-cli refuses the whole dataset for a case that does not end with what the user says.',
  },
  DATASET_DUPLICATE_CASE: {
    message: "'{case}' is the eval_case_id of {count} cases",
    hint: 'give each case an id of its own: results are told apart by it',
    docs: 'Cases of one id cannot be followed from one run to the next.',
  },
} as const;
