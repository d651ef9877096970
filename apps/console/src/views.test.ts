import { describe, expect, it } from 'vitest'
import { onlineKindOf, onlineKinds } from './online-kinds.ts'
import { viewOf } from './views.ts'

describe('the view of a menu row (1-shell.md §2.2)', () => {
  it.each(onlineKinds)('$component has a page or is named by its kind', ({ component }) => {
    expect(viewOf(component) ?? onlineKindOf(component)?.title).toBeTruthy()
  })
  it('the nine built-in online screens are told apart', () => {
    expect(new Set(onlineKinds.map((kind) => kind.title)).size).toBe(9)
  })
  it.each([
    ['system/UserList', 'by its name'],
    ['views/isystem/UserList', 'by the last part of its name'],
    ['SYSTEM/userlist', 'whatever the case'],
    ['exception/403', 'also the exception pages'],
    ['exception/404', 'also the exception pages'],
    ['exception/500', 'also the exception pages'],
  ])('%s is found %s', (component) => expect(viewOf(component)).toBeDefined())
  it('is the same component each time, so that a page stays mounted', () => {
    expect(viewOf('system/UserList')).toBe(viewOf('views/isystem/UserList'))
  })
  it('is missing when this version has none (MODULE_NOT_FOUND)', () => {
    expect(viewOf('jeecg/SomeDemo')).toBeUndefined()
    expect(onlineKindOf('jeecg/SomeDemo')).toBeUndefined()
  })
})
