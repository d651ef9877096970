import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { answeringServer } from './packages/server/src/db/testing/answering-server.ts'

/** Loading everything anew for each file is a third of the work; no module keeps state that a test could change. */
const isolate = false

const setupFiles = 'scripts/property-seed.ts'

const integration = {
  isolate,
  setupFiles,
  include: ['packages/**/*.int.test.ts', 'apps/**/*.int.test.ts'],
  // The first to begin at a state waits until it has been walked to.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/**
 * What another PostgreSQL could answer differently: the convention suite and everything that is more about SQL than
 * about work. The rest says the same on both; `EVERY_TEST_TWICE=1` runs it there too.
 */
const onlyEmbedded = process.env['EVERY_TEST_TWICE']
  ? []
  : [
      'packages/server/src/db/embedded/**',
      'packages/server/src/features/{alarms,messaging,session,site-tags}/**',
      'packages/server/src/features/locks/bad-input.int.test.ts',
      'packages/server/src/features/warnings/**',
      'packages/server/src/features/work-tickets/!(lists|races|simops-races|replay|drafts|failover).int.test.ts',
      'packages/server/src/features/work-tickets/offline/**',
      'packages/server/src/realtime/**',
    ]

/**
 * `unit` needs nothing but Node. The integration tests run on the embedded PostgreSQL, and those about SQL once more on
 * the one at DATABASE_URL or 127.0.0.1:5432 when it answers.
 */
export default defineConfig(async () => ({
  test: {
    // These tests wait as much as they compute: a worker for each core, not one less.
    maxWorkers: os.availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'e2e/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.journey.test.ts'],
          testTimeout: 120_000,
          setupFiles,
        },
      },
      {
        test: {
          name: 'integration-embedded',
          globalSetup: 'packages/server/src/db/testing/embedded-setup.ts',
          ...integration,
        },
      },
      ...((await answeringServer()) === null
        ? []
        : [
            {
              test: {
                name: 'integration-server',
                globalSetup: 'packages/server/src/db/testing/server-setup.ts',
                ...integration,
                exclude: ['**/node_modules/**', ...onlyEmbedded],
              },
            },
          ]),
    ],
  },
}))
