/** Codes of files and folders, before any format is known. */
export const INPUT_CODES = {
  INPUT_NOT_FOUND: {
    message: "no file or folder '{path}'.{near}",
    hint: 'check the path; a glob must be quoted so that the shell passes it on',
    docs: 'The path given on the command line does not exist, or a glob matched nothing.',
  },
  INPUT_NO_TRACES: {
    message: "no recorded traces in '{path}'{reason}",
    hint: 'run `muster sources` for what can be read, or name a format with --source',
    docs: 'Files were found, but none of them holds a format that Muster reads. The problems list each file with the reason.',
  },
  INPUT_UNREADABLE: {
    message: 'cannot read the file: {reason}',
    hint: 'check its permissions; the other files are graded',
    docs: 'The operating system refused to open or read this file.',
  },
  INPUT_EMPTY: {
    message: 'the file is empty',
    hint: 'a recorder that writes at the end may not have finished; the other files are graded',
    docs: 'The file has no bytes, or only white space.',
  },
  INPUT_BINARY: {
    message: 'the file is not text: {reason}',
    hint: 'give the JSON or JSON-lines export of the recording',
    docs: 'The first bytes are those of a binary file that no source reads.',
  },
  INPUT_UNKNOWN_FORMAT: {
    message: 'no source recognises this file: {reason}',
    hint: 'name one with --source NAME (see `muster sources`)',
    docs: 'Every source looked at the beginning of the file and none found the shape of its format.',
  },
  INPUT_SYMLINK_LOOP: {
    message: 'a link leads back to a folder that holds it; it is not followed',
    hint: 'give the target folder itself',
    docs: 'Folders are walked once by their real path, so that a loop of links ends.',
  },
  INPUT_TRUNCATED_GZIP: {
    message: 'the compressed file is cut or damaged: {reason}',
    hint: 'what could be inflated is graded; copy the file again',
    docs: 'The gzip stream is cut or damaged. Records that are whole before the damage are kept.',
  },
  INPUT_INFLATE_LIMIT: {
    message: 'inflating stopped at {bytes} bytes (ratio {ratio}): the file grows too much',
    hint: 'inflate it yourself if you trust it, and give the plain file',
    docs: 'A small compressed file that inflates to a very large one can exhaust memory. What came before the limit is kept.',
  },
  INPUT_TOO_LARGE: {
    message: 'one JSON document of {bytes} bytes is over the limit of {limit}',
    hint: "split it: `jq -c '.[]' FILE > FILE.jsonl` for a list, one object a line",
    docs: 'A single JSON document is parsed whole. Above the limit it must come as JSON lines.',
  },
  INPUT_LINE_TOO_LONG: {
    message: 'a line of {bytes} bytes is over the limit of {limit} and is left out',
    hint: 'check that the file has one record a line',
    docs: 'One line must fit in memory as text.',
  },
  INPUT_INVALID_UTF8: {
    message: 'the text is not valid UTF-8; broken bytes are read as U+FFFD',
    hint: 'export the file as UTF-8',
    docs: 'The bytes do not decode as UTF-8. The record is kept with replacement characters.',
  },
  INPUT_BAD_JSON: {
    message: 'not valid JSON: {reason}',
    hint: 'the record is left out; the rest of the file is graded',
    docs: 'A line does not parse. A cut last line is usual while a session is still being written.',
  },
  INPUT_BAD_DOCUMENT: {
    message: 'not valid JSON: {reason}',
    hint: 'no whole record stands before that, so nothing of this file is graded: copy or export it again',
    docs: 'A file that is one JSON document breaks before its first record is whole, or in a shape that no source knows.',
  },
  INPUT_BROKEN_DOCUMENT: {
    message: 'it breaks at byte {byte}: {reason}; what is whole before that is read: {kept}{rest}',
    hint: 'what may stand in the lost part is left open, and is no fault of an agent; copy or export the file again for the rest',
    docs: 'A JSON document, or a line that holds many records, is cut or broken. The records that are whole before the break are graded; the half-read one is left out, and the pointer names it. What the traces concerned now lack is unknown: their run counts as incomplete (`recording_cut`).',
  },
  INPUT_TOO_DEEP: {
    message: 'nested more than {limit} levels deep; the record is left out',
    hint: 'no known exporter nests this deep: check how the file was made',
    docs: 'Depth is capped, so that a hostile file cannot exhaust the stack.',
  },
  INPUT_NOT_A_RECORD: {
    message: 'a line holds {found} where a JSON object is expected; it is left out',
    hint: 'check that the file has one record a line',
    docs: 'Blank lines are fine. A null, a number, a string or an empty list is not a record.',
  },
} as const;
