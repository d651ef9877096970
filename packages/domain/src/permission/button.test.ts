import { expect, test } from 'vitest'
import { buttonState, hiddenByPrefix, type ButtonRules } from './button.ts'

const rules = (change: Partial<ButtonRules>): ButtonRules => ({
  auth: [],
  allAuth: [],
  page: null,
  ...change,
})
const known = (type: string, status: string) => [{ action: 'lo:lock:open', type, status }]
const granted = (type: string, action = 'lo:lock:open') => [{ action, type }]

const cases: readonly [string, ButtonRules, boolean, boolean][] = [
  ['an unknown code is hidden and enabled', rules({}), false, true],
  ['a known show rule without a grant hides', rules({ allAuth: known('1', '1') }), false, true],
  [
    'a known show rule with a grant shows',
    rules({ allAuth: known('1', '1'), auth: granted('1') }),
    true,
    true,
  ],
  ['a switched-off show rule shows without a grant', rules({ allAuth: known('1', '0') }), true, true],
  ['a grant alone shows', rules({ auth: granted('1') }), true, true],
  [
    'a grant naming several actions shows each',
    rules({ auth: granted('1', 'a,lo:lock:open,b') }),
    true,
    true,
  ],
  ['a grant of the disable kind does not show', rules({ auth: granted('2') }), false, true],
  ['a disable rule in force without a grant disables', rules({ allAuth: known('2', '1') }), false, false],
  [
    'a disable rule with a grant enables',
    rules({ allAuth: known('2', '1'), auth: granted('2') }),
    false,
    true,
  ],
  ['a disable rule switched off enables', rules({ allAuth: known('2', '0') }), false, true],
  ['the page list shows what the session would hide', rules({ page: granted('1') }), true, true],
  [
    'the page list disables what the session would enable',
    rules({ page: granted('2'), auth: granted('1') }),
    true,
    false,
  ],
  [
    'a page list that does not name the action leaves it to the session',
    rules({ page: [], auth: granted('1') }),
    true,
    true,
  ],
]

test.each(cases)('%s', (_title, given, visible, enabled) => {
  expect(buttonState(given, 'lo:lock:open')).toEqual({ visible, enabled })
})

test('columns and toolbar buttons with a prefix are hidden when known, in force and not granted', () => {
  const allAuth = [
    { action: 'lock:battery', type: '1', status: '1' },
    { action: 'lock:imei', type: '1', status: '1' },
    { action: 'lock:off', type: '1', status: '0' },
    { action: 'other:x', type: '1', status: '1' },
  ]
  expect(hiddenByPrefix({ allAuth, auth: granted('1', 'lock:battery') }, 'lock:')).toEqual(['imei'])
})
