import { defineConfig } from 'vitest/config'

/** Journeys in a real browser, one file after the other, each on a plant of its own (`src/journeys/plant.ts`). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'journeys',
          root: import.meta.dirname,
          include: ['src/journeys/**/*.journey.test.ts'],
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
