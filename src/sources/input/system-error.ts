/** True for an error of the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** The words of the operating system with their code, without the absolute path: `permission denied (EACCES)`. */
export function systemReason(error: unknown): string {
  if (!isSystemError(error)) return String(error);
  const code = error.code ?? 'error';
  const words = /^\w+: (.+?), /.exec(error.message)?.[1];
  return words ? `${words} (${code})` : code;
}
