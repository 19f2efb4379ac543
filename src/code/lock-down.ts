import dgram from 'node:dgram';
import { constants } from 'node:fs';
import net from 'node:net';

/** What Node says of the permission model that holds in this process. */
interface Permission {
  has(scope: string, reference?: string): boolean;
}

/** Why this process cannot run code of a stranger; undefined where it can. */
export function missingPermissionModel(): string | undefined {
  const { permission } = process as { readonly permission?: Permission };
  if (!permission) return 'the permission model of Node is not in force';
  const open = ['fs.read', 'fs.write', 'child', 'worker'].filter((scope) => permission.has(scope));
  return open.length > 0 ? `the permission model of Node leaves ${open.join(', ')} open` : undefined;
}

/**
 * Takes away what could reach out of this process, below the system that does so as well: sockets, and what is global in
 * Node alone. An engine that is loaded afterwards finds the constants of files, and nothing else of Node's insides.
 */
export function lockDown(): void {
  const refuse = (): never => {
    throw new Error('there is no network here');
  };
  for (const [prototype, names] of [
    [net.Socket.prototype, ['connect']],
    [net.Server.prototype, ['listen']],
    [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ] as const)
    for (const name of names) Object.defineProperty(prototype, name, { value: refuse });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) });
}

/** Takes away the last of what is Node's, once an engine is loaded; engines keep timers. */
export function forgetNode(): void {
  for (const name of ['process', 'Buffer', 'global', 'navigator', 'performance', 'require'])
    Reflect.deleteProperty(globalThis, name);
}
