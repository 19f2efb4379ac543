import { escapeTerminal } from './escape-terminal.ts';

/** Data for the message of a workflow command. */
export function escapeGithubMessage(text: string): string {
  return escapeTerminal(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Data for a property of a workflow command, such as `file` or `title`. */
export function escapeGithubProperty(text: string): string {
  return escapeGithubMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
