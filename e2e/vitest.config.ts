import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'

/**
 * The nightly run's alone (`npm run test:all`, decisions 0701 and 0785): screens of administration and of comfort, whose rules have
 * tests without a browser. Whatever guards people at work, and how one gets in, runs each time.
 */
const nightly = [
  'admin-operations',
  'admin-organisation',
  'admin-own-department',
  'admin-people',
  'admin-rules',
  'admin-tenants',
  'advanced-query',
  'area-fence',
  'area-plan',
  'before-signing',
  'check-rules',
  'code-editor',
  'column-rules',
  'cron-editor',
  'dashboards',
  'devices',
  'editable-table',
  'editable-table-parts',
  'export-jobs',
  'failed-reactions',
  'files-in-forms',
  'files-in-s3',
  'gallery',
  'gateway-routes',
  'header',
  'import-dialog',
  'keyboard',
  'killed-server',
  'late-answers',
  'list-cards',
  'list-columns',
  'list-keys',
  'list-views',
  'live-table',
  'markdown-editor',
  'nine-people',
  'object-tables',
  'open-locks',
  'palette',
  'papers',
  'people',
  'pickers',
  'procedures',
  'rejected',
  'reports',
  'rich-text',
  'rich-text-editor',
  'shell',
  'sign-in-ways',
  'steady-pages',
  'steps-within-three',
  'tables-in-forms',
  'ticket-tables',
  'ticket-views',
  'turn',
  'views',
]

/** From four minutes of a quiet machine (the first) down to three quarters of one; all others take less. */
const long = [
  'faults',
  'sc01',
  'bare-plant',
  'shift',
  'external-people',
  'sign-in-ways',
  'renewal',
  'alarms',
  'accessibility-work',
  'accessibility',
]

/** Journeys in a real browser, some files at a time, each on a plant of its own (`src/journeys/plant.ts`). */
export default defineConfig({
  test: {
    // They wait for pages nearly as long as they compute: three browsers for two cores. Each takes a gigabyte.
    maxWorkers: Math.min(4, Math.ceil(os.availableParallelism() * 1.5)),
    sequence: { sequencer: longestFirst(long.map((name) => `${name}.journey`)) },
    projects: [
      {
        test: {
          name: 'journeys',
          // Server, broker and browser are loaded once for all files of a worker; each file has its own plant in them.
          isolate: false,
          globalSetup: '../apps/server/src/testing/embedded-setup.ts',
          root: import.meta.dirname,
          include: ['src/journeys/**/*.journey.test.ts'],
          exclude: [
            '**/node_modules/**',
            ...(process.env['TEST_ALL'] ? [] : nightly.map((name) => `**/${name}.journey.test.ts`)),
          ],
          testTimeout: 900_000,
          hookTimeout: 300_000,
          // What is asked again and again may take as long as what is waited for once.
          expect: { poll: { timeout: 60_000, interval: 100 } },
        },
      },
    ],
  },
})
