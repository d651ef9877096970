import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Row of 1-shell.md §8 → the file and the name of the test that holds it. */
const rows: readonly [row: string, file: string, test: string][] = [
  ['HTTP 403', 'request/error-catalogue.test.ts', '403 says 拒绝访问'],
  ['HTTP 403, shown for 4 s', 'request/client.test.ts', 'shows a forbidden call once, by the catalogue'],
  ['HTTP 404', 'request/error-catalogue.test.ts', '404 says the resource was not found'],
  ['HTTP 504', 'request/error-catalogue.test.ts', '504 is a network timeout'],
  ['timeout', 'request/client.test.ts', 'that takes more than 90 s is a network timeout'],
  ['HTTP 500, token expired', 'request/error-catalogue.test.ts', 'while signed in opens the expired dialog'],
  [
    'the expired dialog and its button',
    '../../../e2e/src/journeys/shell.journey.test.ts',
    'a session that has ended is told once',
  ],
  [
    'token expired in a chat app',
    '../../../e2e/src/journeys/shell.journey.test.ts',
    'inside an enterprise chat app it signs in again by itself',
  ],
  ['Blob response 500', 'request/client.test.ts', 'whose blob holds an expired token opens the dialog'],
  ['Other statuses', 'request/error-catalogue.test.ts', 'another status shows the message of the server'],
  ['Login code other than "200"', 'session/login/login-calls.test.ts', 'a login with another code than 200'],
  ['Permission fetch empty menu', 'session/fetch-permissions.test.ts', 'are rejected as no non-null array'],
  ['Permission fetch failure', 'session/guard.test.ts', 'signs out when the permissions cannot be had'],
  ['Announcement list failure', 'notices/bell-model.test.ts', 'stops polling when the list has failed'],
  [
    'Root category load failure',
    '../../../apps/console/src/shell/told.test.ts',
    'roots of a category tree that cannot be loaded are told as an error',
  ],
  [
    'Dictionary search failure',
    '../../../apps/console/src/shell/told.test.ts',
    'warns with the message of the server',
  ],
  [
    'Dictionary load success false',
    '../../../apps/console/src/shell/told.test.ts',
    'a dictionary that the server refuses is an empty list',
  ],
  [
    'Logout failure',
    '../../../apps/console/src/shell/told.test.ts',
    'when it fails on the server it says why',
  ],
  ['Cache refresh', '../../../apps/console/src/shell/told.test.ts', 'a cleared cache is told as done'],
  [
    'Cache refresh failure',
    '../../../apps/console/src/shell/told.test.ts',
    'a cache that is not cleared is told in the same words',
  ],
  ['Chunk load failure', 'chunk/chunk-failure.test.ts', 'is named with type and request'],
  ['CSS chunk failure', 'chunk/chunk-failure.test.ts', 'has its own code when it is a style sheet'],
  [
    'missing view module',
    '../../../apps/console/src/views.test.ts',
    'is missing when this version has none (MODULE_NOT_FOUND)',
  ],
  ['Tab closing: last page', 'tabs/tabs.test.ts', 'refuse to close the last page'],
  ['Tab closing: home', 'tabs/tabs.test.ts', 'refuse to close home'],
  ['Select empty states', 'resource/widgets/choice-props.test.ts', 'a search says what it waits for'],
  [
    'Live-channel errors',
    '../../kit/src/reconnecting-socket/reconnecting-socket.test.ts',
    'comes back after 20 s and gives up after more than 5 errors',
  ],
]

describe('every row of the error catalogue (1-shell.md §8) has its test', () => {
  it.each(rows)('%s', (_, file, name) => {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(name)
  })
})
