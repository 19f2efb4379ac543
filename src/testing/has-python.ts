import { execFileSync } from 'node:child_process';

/** True where a Python can be started; tests that need one are skipped elsewhere, and say so. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', '0'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('there is no python3 here: the tests of functions in Python are skipped');
    return false;
  }
}
