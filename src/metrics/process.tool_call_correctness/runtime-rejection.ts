import { field, type Json, textField } from '../../model/json.ts';
import { plainName } from '../../views/plain-name.ts';
import type { ToolCall } from '../../views/tool-calls.ts';

/** How a runtime refused a call before it ran the tool. Failures of the tool itself are none of these. */
export type Rejection = 'unknown_tool' | 'invalid_arguments';

const LOOKED_AT = 2000;

/** Words that are the type or code of an error. */
const CODES: ReadonlyMap<string, Rejection> = new Map([
  ...['unknowntool', 'toolnotfound', 'nosuchtool', 'nosuchtoolerror', 'ainosuchtoolerror', 'toolnotfounderror'].map(
    (word) => [word, 'unknown_tool'] as const,
  ),
  ...[
    'invalidarguments',
    'invalidargumentserror',
    'invalidparams',
    'invalidparameters',
    'invalidtoolarguments',
    'invalidtoolinput',
    'inputvalidationerror',
    'toolinputvalidationerror',
    'toolinputparsingexception',
    'aiinvalidtoolargumentserror',
    'aiinvalidtoolinputerror',
    'parametervalidationerror',
    '32602',
  ].map((word) => [word, 'invalid_arguments'] as const),
]);

/** What frameworks write. Each names the framework's own check; what a tool says about its business matches none. */
const TEXTS: readonly (readonly [RegExp, Rejection])[] = [
  [/\b(?:No such tool available|No such tool|Unknown tool)\b/i, 'unknown_tool'],
  [/\bis not a valid tool, try (?:one of|another)\b/i, 'unknown_tool'],
  [/\bTool '?"?[\w.:-]{1,128}"?'? (?:was )?not found\b/, 'unknown_tool'],
  [/\bFunction [\w.:-]{1,128} is not found in the tools_dict\b/, 'unknown_tool'],
  [/\bModel tried to call unavailable tool\b/, 'unknown_tool'],
  [/\bInputValidationError\b/, 'invalid_arguments'],
  [/\bMCP error -32602\b/, 'invalid_arguments'],
  [/\bInvalid arguments for (?:tool|function)\b/i, 'invalid_arguments'],
  [/\bInvalid JSON input for tool\b/, 'invalid_arguments'],
  [/\bmandatory input parameters are not present\b/, 'invalid_arguments'],
  [/\bReceived tool input did not match expected schema\b/, 'invalid_arguments'],
  [/\bAI_InvalidTool(?:Arguments|Input)Error\b/, 'invalid_arguments'],
];
const WRONG_CALL =
  /\b([A-Za-z_][\w.]{0,127})\(\) (?:missing \d+ required (?:positional|keyword-only) arguments?|got an unexpected keyword argument|takes \d+ positional arguments?)/;
const VALIDATION = /\b\d+ validation errors? for (?:call\[)?([A-Za-z_][\w.]{0,127})/;

/** Why the runtime refused a call, where its error says so. */
export function rejectionOf(call: ToolCall): Rejection | undefined {
  const { executedBy, result, isError } = call;
  if (!executedBy) return undefined;
  const codes = [
    ...executedBy.errors.map(({ type }) => type),
    ...['code', 'error_kind', 'error_code', 'error_type', 'type'].map((key) => codeAt(result, key)),
    ...['code', 'type'].map((key) => codeAt(field(result, 'error'), key)),
  ];
  for (const code of isError ? codes : []) {
    const found = code === undefined ? undefined : CODES.get(plainName(code));
    if (found) return found;
  }
  for (const text of errorTexts(call)) {
    const found = TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? namedIn(text, call.name);
    if (found) return found;
  }
  return undefined;
}

function codeAt(value: Json | undefined, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'number' || typeof found === 'string' ? String(found) : undefined;
}

/** Texts of an error of this call: not of a result that speaks of errors. */
function errorTexts({ executedBy, result, isError }: ToolCall): string[] {
  const text = typeof result === 'string' ? result : contentText(result);
  const error = field(result, 'error') ?? field(result, 'errorMessage');
  const texts = [
    ...(executedBy?.errors ?? []).flatMap(({ type, message }) => [type, message]),
    executedBy?.statusMessage,
    isError || (text !== undefined && /^\s*(?:<tool_use_error>|Error\b)/.test(text)) ? text : undefined,
    typeof error === 'string' ? error : textField(error, 'message'),
  ];
  return texts.filter((each) => each !== undefined).map((each) => each.slice(0, LOOKED_AT));
}

/** The text of a result that holds its content in parts. */
function contentText(result: Json | undefined): string | undefined {
  const parts = Array.isArray(result) ? result : field(result, 'content');
  if (typeof parts === 'string') return parts;
  const texts = (Array.isArray(parts) ? (parts as readonly Json[]) : [])
    .slice(0, 10)
    .map((part) => textField(part, 'text'));
  return texts.some((each) => each !== undefined) ? texts.filter((each) => each !== undefined).join('\n') : undefined;
}

/** Python's own words about a call of this very function, and of no other that runs inside it. */
function namedIn(text: string, name: string): Rejection | undefined {
  const subject = WRONG_CALL.exec(text)?.[1] ?? VALIDATION.exec(text)?.[1];
  if (subject === undefined) return undefined;
  const [called, asked] = [plainName(subject.split('.').at(-1) ?? ''), plainName(name)];
  const isOurs =
    called === asked || [`${asked}args`, `${asked}arguments`, `${asked}input`, `${asked}schema`].includes(called);
  return isOurs ? 'invalid_arguments' : undefined;
}
