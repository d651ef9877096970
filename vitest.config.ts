import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { answeringServer } from './packages/platform/src/testing/answering-server.ts'
import { longestFirst } from './scripts/longest-first.ts'

/** Loading everything anew for each file is a third of the work; no module keeps state that a test could change. */
const isolate = false

/**
 * Where the stages of one run keep each transformed module for each other (`scripts/stages.mjs`). A folder of that run
 * alone: vitest keeps in it where an import led, also when a file or a `package.json` has led it elsewhere since
 * (vitest#11246).
 */
const transformedModules = process.env['TRANSFORMED_MODULES']

const setupFiles = 'scripts/property-seed.ts'

const integration = {
  isolate,
  setupFiles,
  include: ['packages/**/*.int.test.ts', 'apps/**/*.int.test.ts'],
  // The first to begin at a state waits until it has been walked to.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // What follows on a commit follows in its own time; a busy machine takes longer than the second of the default.
  expect: { poll: { timeout: 60_000 } },
}

/**
 * The part of the second PostgreSQL in `npm test`: how filters, lists and errors become SQL, its schema, and a first
 * start. `npm run test:all` runs everything there, what runs at the same moment and every entity's conventions included.
 */
const aboutSql = [
  'packages/platform/src/{db,resource}/**/*.int.test.ts',
  'apps/server/src/{described-schema,long-list,seed/first-start}.int.test.ts',
  'packages/safety/src/work-tickets/lists.int.test.ts',
]
/**
 * What touches uploaded files, once more at night with every content in S3-compatible storage: upload, view, ranges,
 * rights, orphans, small pictures, error files of imports, photos and signatures as evidence, packages of evidence.
 */
const aboutFiles = [
  'packages/platform/src/files/**/*.int.test.ts',
  'packages/platform/src/resource/import*.int.test.ts',
  'packages/admin/src/oss-files/*.int.test.ts',
  'packages/safety/src/evidence/orphans.int.test.ts',
  'packages/safety/src/work-tickets/{photos,signatures}.int.test.ts',
  'packages/safety/src/external-people/*.int.test.ts',
  'packages/safety/src/warnings/*.int.test.ts',
  'packages/safety/src/audit/evidence-package.int.test.ts',
]
const onlyEmbedded = ['packages/platform/src/db/embedded/**']

/** Files of ten seconds and more begin first, so that no worker stands idle at the end. */
const long = [
  'convention.int',
  'data-sources.int',
  'operations.int',
  'offline.int',
  'papers.int',
  'conformance.int',
  'bare-plant.int',
  'unreadable-requests.int',
  'gateway-routes.int',
  'model',
  'sheet',
  'histories',
  'shortest-fix',
  'bad-input.int',
  'simops-races.int',
]

/**
 * `unit` needs nothing but Node. The integration tests run on the embedded PostgreSQL, and those about SQL once more on
 * the one at DATABASE_URL or 127.0.0.1:5432 when it answers.
 */
export default defineConfig(async () => ({
  test: {
    // These tests wait as much as they compute: a worker for each core, not one less.
    maxWorkers: os.availableParallelism(),
    sequence: { sequencer: longestFirst(long) },
    ...(transformedModules === undefined
      ? {}
      : { experimental: { fsModuleCache: true, fsModuleCachePath: transformedModules } }),
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
          globalSetup: 'apps/server/src/testing/embedded-setup.ts',
          ...integration,
        },
      },
      ...(process.env['TEST_ALL']
        ? [
            {
              test: {
                name: 'integration-s3',
                globalSetup: [
                  'apps/server/src/testing/embedded-setup.ts',
                  'apps/server/src/testing/swift-setup.ts',
                ],
                ...integration,
                include: aboutFiles,
              },
            },
          ]
        : []),
      ...((await answeringServer()) === null
        ? []
        : [
            {
              test: {
                name: 'integration-server',
                globalSetup: 'apps/server/src/testing/server-setup.ts',
                ...integration,
                ...(process.env['TEST_ALL'] ? {} : { include: aboutSql }),
                exclude: ['**/node_modules/**', ...onlyEmbedded],
              },
            },
          ]),
    ],
  },
}))
