import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const pickers = '../../../packages/ui/src/pickers/constants.ts'

/**
 * Constant of 1-shell.md §9 → the one place that says it: those that only a drawn page shows. Every other one has a test
 * of what it does, beside its source.
 */
const constants: readonly [constant: string, file: string, says: RegExp][] = [
  ['top-menu logo area 165 px', 'shell/shell.css', /\.top-logo \{[^}]*width: 165px/],
  [
    'top-menu right area at least 400 px',
    'shell/shell.css',
    /\.shell-nav-top \.head-right \{[^}]*min-width: 400px/,
  ],
  ['password dialog 800', '../../../packages/console-base/src/session/ChangePassword.tsx', /width=\{800\}/],
  ['picker page size 5 of 5, 10, 20, 30', pickers, /pickerPageSizes = \[5, 10, 20, 30\]/],
  ['user picker 1250', pickers, /user: 1250/],
  ['department picker 500', pickers, /department: 500/],
  [
    'storage keys of the buttons',
    '../../../packages/console-base/src/session/storage.ts',
    /'LOGIN_USER_BUTTON_AUTH'.*'SYS_BUTTON_AUTH'/,
  ],
]

/** Select search 300 ms is said when the editable table comes: every search of now is one in a dictionary. */
describe('the constants of the shell (1-shell.md §9)', () => {
  it.each(constants)('%s', (_, file, says) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toMatch(says)
  })
})
