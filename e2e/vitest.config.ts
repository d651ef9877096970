import { defineConfig } from 'vitest/config'

/** Journeys in a real browser against the built server: one after the other, each with a server of its own. */
export default defineConfig({
  test: {
    name: 'journeys',
    root: import.meta.dirname,
    include: ['src/**/*.journey.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
