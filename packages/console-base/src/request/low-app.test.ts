import { describe, expect, it } from 'vitest'
import { lowAppOf } from './low-app.ts'

describe('the low-code app of a route (1-shell.md §7)', () => {
  it.each([
    ['is known by the name of the route', 'low-app-orders', { appId: 'a1' }, { appId: 'a1', filter: {} }],
    ['is none elsewhere', 'isystem-user', { appId: 'a1' }, null],
    ['is none without an id', 'low-app-orders', {}, null],
    [
      'brings its filter',
      'low-app-orders',
      { appId: 'a1', lowAppFilter: '{"status":"1"}' },
      { appId: 'a1', filter: { status: '1' } },
    ],
    [
      'brings none when it cannot be read',
      'low-app-x',
      { appId: 'a1', lowAppFilter: '{"st' },
      { appId: 'a1', filter: {} },
    ],
    [
      'brings none when it is no object',
      'low-app-x',
      { appId: 'a1', lowAppFilter: '[1]' },
      { appId: 'a1', filter: {} },
    ],
  ] as const)('%s', (_, name, params, expected) => expect(lowAppOf(name, params)).toEqual(expected))
})
