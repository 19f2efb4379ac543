/** Codes of requests, runs, gates and written results. */
export const RUN_CODES = {
  CLI_BAD_USAGE: {
    message: '{reason}',
    hint: 'see `muster {command} --help`',
    docs: 'An unknown flag, a missing argument or a value that a flag does not take.',
  },
  CLI_NOTHING_FOUND: {
    message: '{reason}',
    hint: '{todo}',
    docs: 'What was asked for does not exist in the run or trace that was read.',
  },
  CLI_FILE_EXISTS: {
    message: 'already here: {paths}; nothing was written',
    hint: 'use --force to overwrite, or remove them first',
    docs: 'A command that writes files for you to edit never overwrites them unasked.',
  },
  REPORT_UNKNOWN: {
    message: "no report '{name}'.{near}",
    hint: 'known reports: {known}',
    docs: 'The name after --format is none of the reports.',
  },
  RUN_STRICT: {
    message: 'stopped at the first problem (--strict): {problem}',
    hint: 'repair it, or run without --strict to grade what is readable',
    docs: 'With --strict any odd data ends the run.',
  },
  RUN_CANNOT_WRITE: {
    message: "cannot write '{path}': {reason}",
    hint: 'choose another folder with --out',
    docs: 'The folder of the run or a report could not be written.',
  },
  RUN_BAD_RESULT: {
    message: "'{path}' is not a run of this tool: {reason}",
    hint: 'give the folder or the run.json that `muster grade` printed',
    docs: 'A file that should hold a result does not have its shape.',
  },
  RUN_SCORES_MISSING: {
    message: "'{path}' holds {count} of its {expected} scores",
    hint: 'grade again with this version, which keeps the scores of all cases in scores.jsonl',
    docs: 'A comparison needs the score of every case. A run of an earlier version lists only what is not a plain pass, unless it was graded with --outcomes all.',
  },
  RUNS_BAD_VALUE: {
    message: '{what} is {value}, and must be {expected}',
    hint: 'a run is an object of constraints_met, tool_calls (each of valid_tool and valid_params), terminated, steps, escalated',
    docs: 'What was given to scoreAgentRuns is no list of finished runs. It has no place for what is unknown.',
  },
} as const;
