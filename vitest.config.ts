import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Vitest leaves one core free, which on a machine of two is half of it.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/corpus/**', 'test/package/**'],
          // Files share the modules they load: half of the run went into loading them anew. What a file must not leave
          // behind for the next one, the setup watches.
          isolate: false,
          setupFiles: ['test/leaves-nothing-behind.ts'],
          // For a hang, not for speed: no test takes a second alone, and a machine may be slow and busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'package', include: ['test/package/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 180_000 } },
      { test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
});
