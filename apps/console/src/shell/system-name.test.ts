import { expect, it } from 'vitest'
import { documentTitle, systemName } from './system-name.ts'

it.each([
  ['/isystem/user', '用户管理', `用户管理 · ${systemName}`],
  ['/dashboard/analysis', '首页', systemName],
  ['/404', undefined, systemName],
])('the window at %s is called after its page and the system (1-shell.md §2.5)', (path, title, expected) =>
  expect(documentTitle(path, title)).toBe(expected),
)
