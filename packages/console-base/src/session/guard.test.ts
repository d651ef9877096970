import { describe, expect, it } from 'vitest'
import { guard, redirectOf } from './guard.ts'
import type { Decision, GuardSession } from './guard.ts'

const nobody: GuardSession = { hasToken: false, permissions: 'missing' }
const fresh: GuardSession = { hasToken: true, permissions: 'missing' }
const ready: GuardSession = { hasToken: true, permissions: 'loaded' }
const failed: GuardSession = { hasToken: true, permissions: 'failed' }

const cases: readonly [string, GuardSession, string, Decision][] = [
  ['shows the login page to nobody', nobody, '/user/login', { kind: 'show' }],
  ['shows the registration to nobody', nobody, '/user/register', { kind: 'show' }],
  ['shows its result to nobody', nobody, '/user/register-result', { kind: 'show' }],
  ['shows the change of a forgotten password to nobody', nobody, '/user/alteration', { kind: 'show' }],
  ['shows the login of a chat app to nobody', nobody, '/oauth2-app/login?state=1', { kind: 'show' }],
  ['shows an open page also to a holder of a token', fresh, '/user/alteration', { kind: 'show' }],
  ['leads /user to the login page', nobody, '/user', { kind: 'redirect', to: '/user/login' }],
  [
    'leads /oauth2-app to its login and keeps the query',
    nobody,
    '/oauth2-app?oauth2LoginToken=x',
    { kind: 'redirect', to: '/oauth2-app/login?oauth2LoginToken=x' },
  ],
  ['leads /test to its home', ready, '/test', { kind: 'redirect', to: '/test/home' }],
  [
    'asks nobody for a login before /test',
    nobody,
    '/test',
    { kind: 'redirect', to: '/user/login?redirect=%2Ftest' },
  ],
  [
    'asks nobody for a login before an unknown page',
    nobody,
    '/404',
    { kind: 'redirect', to: '/user/login?redirect=%2F404' },
  ],
  ['reads a slash at the end as none', nobody, '/user/login/', { kind: 'show' }],
  ['sends nobody from the root to the login page', nobody, '/', { kind: 'redirect', to: '/user/login' }],
  [
    'sends nobody from a page to the login page and remembers the page',
    nobody,
    '/isystem/user?pageNo=2',
    { kind: 'redirect', to: '/user/login?redirect=%2Fisystem%2Fuser%3FpageNo%3D2' },
  ],
  [
    'sends a holder of a token away from the login page',
    fresh,
    '/user/login',
    { kind: 'redirect', to: '/dashboard/analysis' },
  ],
  [
    'follows the redirect query after the login',
    ready,
    '/user/login?redirect=%2Fisystem%2Fuser',
    { kind: 'redirect', to: '/isystem/user' },
  ],
  ['sends the root to the home page', ready, '/', { kind: 'redirect', to: '/dashboard/analysis' }],
  ['loads the permissions first', fresh, '/isystem/user', { kind: 'loadPermissions' }],
  ['shows the page once the permissions are there', ready, '/isystem/user', { kind: 'show' }],
  [
    'signs out when the permissions cannot be had',
    failed,
    '/isystem/user',
    { kind: 'signOut', to: '/user/login?redirect=%2Fisystem%2Fuser' },
  ],
  [
    'does not remember the home page in the redirect',
    failed,
    '/dashboard/analysis',
    { kind: 'signOut', to: '/user/login' },
  ],
]

describe('the route guard', () => {
  it.each(cases)('%s', (_, session, target, decision) => {
    expect(guard(session, target)).toEqual(decision)
  })
})

describe('the redirect after a login', () => {
  it.each([
    ['/user/login?redirect=%2F%2Fevil.example', null],
    ['/user/login?redirect=%2F%5Cevil.example', null],
    ['/user/login?redirect=https%3A%2F%2Fevil.example', null],
    ['/user/login?redirect=%2Fuser%2Flogin', null],
    ['/user/login?redirect=%2Fuser%2Fregister', null],
    ['/user/login?redirect=%2F%09%2Fevil.example', null],
    ['/user/login?redirect=%2F.%2F%2Fevil.example', null],
    ['/user/login?redirect=javascript%3Aalert(1)', null],
    ['/user/login?redirect=isystem%2Fuser', null],
    ['/user/login', null],
    ['/user/login?redirect=%2Fisystem%2Fuser%3FpageNo%3D2%23top', '/isystem/user?pageNo=2#top'],
    ['/user/login?redirect=%2Fisps%2FloLockList', '/isps/loLockList'],
  ])('reads %s as %s', (target, expected) => {
    expect(redirectOf(target)).toBe(expected)
  })
})
