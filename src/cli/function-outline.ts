/** How the text of a module gives the name `evaluate`, as far as that can be told without running it. */
export type EvaluateFound = 'function' | 'async function' | 'other' | 'indented' | 'none';

/** Strings and comments of Python, the longest kind of quote first; each ends where its line does, but triple ones. */
const PYTHON_TEXT =
  /"""(?:[^\\]|\\[\s\S])*?(?:"""|$)|'''(?:[^\\]|\\[\s\S])*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|#[^\n]*/g;

/** What of a Python module is called `evaluate`. Text in strings and comments does not count. Nothing is executed. */
export function findPythonEvaluate(source: string): EvaluateFound {
  const code = source.replace(PYTHON_TEXT, (text) => text.replace(/[^\n]/g, ' '));
  if (/^async[ \t]+def[ \t]+evaluate[ \t]*\(/m.test(code)) return 'async function';
  if (/^def[ \t]+evaluate[ \t]*[([]/m.test(code)) return 'function';
  // Under `if` or `try` at the top, or given by an import or an assignment: only a run could tell.
  if (/^evaluate[ \t]*(?::[^=\n]*)?=(?!=)/m.test(code) || /^[ \t]*(?:from|import)\b[^\n]*\bevaluate\b/m.test(code))
    return 'other';
  if (/^from[ \t]+\S+[ \t]+import[ \t]+(?:\*|\([^)]{0,4000}\bevaluate\b)/m.test(code)) return 'other';
  if (/^[ \t]+(?:async[ \t]+)?def[ \t]+evaluate[ \t]*\(/m.test(code))
    return /^(?:if|else|elif|try|except|with)\b/m.test(code) ? 'other' : 'indented';
  return 'none';
}

/** The same of a module of JavaScript or TypeScript: what it exports as `evaluate`, or by default. */
export function findScriptEvaluate(source: string): EvaluateFound {
  if (/^export\s+(?:async\s+)?function\s+evaluate\b/m.test(source)) return 'function';
  const isExported =
    /^export\s+(?:default\b|(?:const|let|var)\s+evaluate\b)/m.test(source) ||
    /^export\s*(?:\*|\{[^}]{0,4000}\b(?:evaluate|default)\b)/m.test(source);
  return isExported ? 'other' : 'none';
}

/** True for text that is a path such as `package.module.function` and no source. */
export function isDottedPath(source: string): boolean {
  return /^\s*[A-Za-z_]\w*(?:[.:][A-Za-z_]\w*)+\s*$/.test(source);
}
