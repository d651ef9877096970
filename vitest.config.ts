import { defineConfig } from 'vitest/config'
import { answeringServer } from './packages/server/src/db/testing/answering-server.ts'

const integration = {
  include: ['packages/**/*.int.test.ts', 'apps/**/*.int.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/**
 * `unit` needs nothing but Node. The integration tests run on the embedded PostgreSQL, and once more on the one at
 * DATABASE_URL or 127.0.0.1:5432 when it answers.
 */
export default defineConfig(async () => ({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'e2e/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.journey.test.ts'],
          testTimeout: 120_000,
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
              },
            },
          ]),
    ],
  },
}))
