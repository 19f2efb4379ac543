import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/corpus/**', 'test/package/**'],
        },
      },
      { test: { name: 'package', include: ['test/package/**/*.test.ts'], testTimeout: 180_000 } },
      { test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
