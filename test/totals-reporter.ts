import type { Reporter, TestModule } from 'vitest/node';

/** Prints the totals of a run on a line of their own: `N passed, N failed, N skipped`. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const totals = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // A module that does not load has errors and no tests.
      totals.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') totals[state]++;
      }
    }
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    // Begun on a new line and written at once, so that nothing else can share the line.
    process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
  }
}
