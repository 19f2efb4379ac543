import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Bytes of memory that a process holds; undefined where the system does not say, or the process is gone. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux') return askPs(pid);
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function askPs(pid: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, out) => {
      const kilobytes = Number(out);
      resolve(error || !(kilobytes > 0) ? undefined : kilobytes * 1024);
    });
  });
}
