/** Codes of records inside a recognised format. Sources share them; `{what}` names the field. */
export const SOURCE_CODES = {
  SOURCE_UNKNOWN: {
    message: "no source '{name}'.{near}",
    hint: 'run `muster sources` for the names',
    docs: 'The name after --source is none of the registered sources.',
  },
  SOURCE_BAD_RECORD: {
    message: 'the record does not have the shape of its format: {reason}',
    hint: 'it is left out; the rest is graded',
    docs: 'A record lacks what makes it usable (a span without an id, a list where an object is expected).',
  },
  SOURCE_BAD_VALUE: {
    message: '{what} has the value {value}, which is not {expected}',
    hint: 'the value is unknown in the result, never guessed',
    docs: 'One field of a record could not be read. The record is kept without it.',
  },
  SOURCE_UNKNOWN_KEY: {
    message: "unknown key '{key}' is kept among the attributes",
    hint: 'see `muster schema canonical` for the keys',
    docs: 'A canonical record has a key that the schema does not know.',
  },
  SOURCE_IGNORED_KEY: {
    message: "unknown key '{key}' is left out",
    hint: 'see `muster schema canonical` for the keys',
    docs: 'A canonical delegation, trace or case, or what stands inside any record, has a key that the schema does not know.',
  },
  SOURCE_INDEX_LIMIT: {
    message: "the index in '{key}' is over {limit}; the attribute is kept unflattened",
    hint: 'no known exporter writes lists this long: check how the file was made',
    docs: 'Flattened lists (`llm.input_messages.0.…`) are rebuilt up to a fixed index, so that a hostile index cannot exhaust memory.',
  },
  SOURCE_NO_SPANS: {
    message: 'the file is {format}, but holds no span',
    hint: 'check that the exporter had flushed when the file was copied',
    docs: 'The format was recognised and read to its end without a single span.',
  },
  SOURCE_UNMATCHED_CONTENT: {
    message: "content was recorded for span '{span}', which is in no file",
    hint: 'give the file with the spans as well',
    docs: 'Log records carry messages of a span that was not exported with them.',
  },
  SOURCE_ID_COLLISION: {
    message: "span id '{span}' stands on {count} different spans; it is not used as an id",
    hint: 'the spans are kept; parents that name this id are unknown',
    docs: 'An id that several different spans share, such as zeros, cannot say which of them is meant.',
  },
  SOURCE_MISSING_FILE: {
    message: "'{what}' is named in the record, but its file is not here",
    hint: 'give the folder that holds it; until then it is listed as missing',
    docs: 'A subagent was started and its own recording was not found beside its parent.',
  },
  SOURCE_PARENT_CYCLE: {
    message: "the parents of span '{span}' form a cycle; it is read as a root",
    hint: 'check how the ids were made',
    docs: 'A span cannot be its own ancestor. The cycle is cut at its first span in time.',
  },
  SOURCE_DUPLICATE_CASE: {
    message: "case '{case}' was recorded {count} times, with different content; each is graded on its own",
    hint: 'a traces file of an earlier run may lie in the same folder: give only the newest',
    docs: 'Recordings of one case id differ: a repeated trial, or a stale traces file, which agents-cli would grade without a word. Each is graded under an id of its own, which ends with a hash of its content.',
  },
  SOURCE_UNANSWERED_TURN: {
    message: "turn '{turn}' of case '{case}' has a message of the user and no answer; it is no run",
    hint: 'record the case again, or leave the turn out if it was never played',
    docs: 'An input dataset ends with what the user says next. Nothing was recorded for such a turn, so it is not graded.',
  },
  SOURCE_NO_ANSWER: {
    message: "the record '{record}' holds no message of an assistant; it is no run",
    hint: 'record the conversation again, or leave the record out if it was never played',
    docs: 'A list of messages holds what was asked and no answer. Where the record carries a case, the case stays in every denominator.',
  },
  SOURCE_DEFINITIONS_ONLY: {
    message: 'the file holds {what}, not recordings of a run',
    hint: 'give the traces that were recorded from it',
    docs: 'A dataset without turns or responses, an expected conversation or a result file has nothing to grade.',
  },
} as const;
