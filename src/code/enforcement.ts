import { execFile } from 'node:child_process';
import { findOnPath } from './choose-python.ts';

/** How this machine takes the network from a process: words before its command. Or why it cannot. */
export type Enforcement = { readonly prefix: readonly string[] } | { readonly reason: string };

const NO_NETWORK = '(version 1)(allow default)(deny network*)';
const PROBE_MS = 10_000;

let known: Promise<Enforcement> | undefined;

/**
 * Finds out once how a process can be started without network: by its own permission model from Node 25 on, by a network
 * namespace on Linux, by its sandbox on macOS. Starts `true` in each to see that it works, and no code of the user.
 */
export function networkEnforcement(): Promise<Enforcement> {
  known ??= find(process.platform, process.versions.node, process.env);
  return known;
}

async function find(
  platform: NodeJS.Platform,
  version: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Enforcement> {
  if (Number(version.split('.')[0]) >= 25) return { prefix: [] };
  const candidates: readonly (readonly [string, ...string[]])[] =
    platform === 'darwin'
      ? [['sandbox-exec', '-p', NO_NETWORK]]
      : platform === 'linux'
        ? [
            ['unshare', '--map-root-user', '--net'],
            ['bwrap', '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent'],
          ]
        : [];
  for (const [name, ...args] of candidates) {
    const command = findOnPath(name, env);
    const probe = findOnPath('true', env);
    if (command !== undefined && probe !== undefined && (await works(command, [...args, probe])))
      return { prefix: [command, ...args] };
  }
  const tried = candidates.map(([name]) => name).join(' and ');
  return {
    reason: tried === '' ? `nothing on ${platform} takes the network from a process` : `neither works: ${tried}`,
  };
}

function works(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: PROBE_MS }, (error) => resolve(!error));
  });
}
