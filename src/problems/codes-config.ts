/** Codes of configuration files, manifests, cases and command-line values. */
export const CONFIG_CODES = {
  CONFIG_NOT_FOUND: {
    message: "no configuration file '{path}'",
    hint: 'check the path, or run `muster init` to write one',
    docs: 'The file after --config does not exist.',
  },
  CONFIG_UNREADABLE: {
    message: 'cannot read the configuration: {reason}',
    hint: 'use YAML or JSON with one mapping at the top',
    docs: 'The file is not valid YAML or JSON, or its top level is not a mapping.',
  },
  CONFIG_UNKNOWN_KEY: {
    message: "unknown key '{key}'.{near}",
    hint: 'known here: {known}',
    docs: 'A key that nothing reads is refused, so that a misspelt setting cannot be silently ignored.',
  },
  CONFIG_BAD_VALUE: {
    message: "'{key}' is {value}, and must be {expected}",
    hint: 'see the configuration page of the documentation, or `muster metric docs NAME`',
    docs: 'The value of a key is of the wrong type or out of range.',
  },
  METRIC_UNKNOWN: {
    message: "no metric '{name}'.{near}",
    hint: 'run `muster metric list`',
    docs: 'The id or glob names no registered metric.',
  },
  METRIC_NOT_FOUND: {
    message: "no metric of yours at '{path}'",
    hint: 'a metric is a folder with manifest.yaml; `muster metric new my.metric` writes one',
    docs: 'A path or glob among the metrics leads to no folder with a manifest.',
  },
  METRIC_NAME_TAKEN: {
    message: "'{name}' is the name of another metric",
    hint: 'give your metric a name of its own in its manifest',
    docs: 'Two metrics under one name would be summed up as one.',
  },
  CODE_OUTSIDE: {
    message: "'{path}' lies outside of {tree}, and is not run",
    hint: 'move it beside the configuration, or pass --allow-outside if you trust it',
    docs: 'A configuration can only name code inside its own folder, unless you allow it: a configuration may come from a stranger.',
  },
  CODE_BAD_ENTRY: {
    message: "metric '{metric}': {reason}",
    hint: '{todo}',
    docs: 'An entry of custom_metrics names a function in a way in which it cannot be run.',
  },
  CODE_NOT_FOUND: {
    message: "metric '{metric}': no file '{path}'",
    hint: 'custom_function_file is relative to the folder of the configuration',
    docs: 'The file after custom_function_file does not exist, or is no file.',
  },
  CODE_NO_SANDBOX: {
    message: "metric '{metric}' has execution: remote, and this machine cannot shut its function in: {reason}",
    hint: '{todo}',
    docs: 'A function with execution: remote runs without files, network and environment. Where the machine cannot enforce that, it is refused and not run with less.',
  },
  METRIC_BAD_MANIFEST: {
    message: 'the manifest is not usable: {reason}',
    hint: 'run `muster metric check FILE` after each change',
    docs: 'A manifest lacks a field, has a wrong type, or names a schema that is not accepted.',
  },
  METRIC_SCOPE_UNSUPPORTED: {
    message: "metric '{metric}' has no {scope} scope (it has {known})",
    hint: 'choose another --scope, or leave the metric out',
    docs: 'The manifest lists the partition types it can score; another one is refused before any data is read.',
  },
  METRIC_DEPENDENCY_CYCLE: {
    message: 'metrics depend on each other in a circle: {cycle}',
    hint: 'remove one of the dependencies',
    docs: 'Dependencies run in order, so they must not form a cycle.',
  },
  CASES_BAD_FILE: {
    message: 'the cases cannot be read: {reason}',
    hint: 'JSON, JSON lines or YAML; each case has an id and a match',
    docs: 'The file after --cases is not a list of cases.',
  },
  CASES_CONFLICT: {
    message: "cases {cases} both match trace '{trace}'",
    hint: 'narrow their match; the trace is graded without a case',
    docs: 'One trace is held against one case.',
  },
  CASES_NOT_USED: {
    message: "case '{case}' matches trace '{trace}', which has its own case '{chosen}'",
    hint: 'the case that a recording carries or names goes first; match other traces, or leave the case out',
    docs: 'A case of the file after --cases matches a trace whose source carries a case, or which names one with the attribute muster.case_id.',
  },
  CASES_DUPLICATE_TRIAL: {
    message: "case '{case}' matches {count} traces but names one trial",
    hint: 'give each trial its own case, or leave trial out',
    docs: 'A case with a trial stands for one run.',
  },
  CONFIG_TARGET_UNMATCHED: {
    message: "target {target} of metric '{metric}' matched nothing.{near}",
    hint: 'names are globs and are compared with the agents that were read',
    docs: 'A target-scoped configuration that matches no span has no effect.',
  },
} as const;
