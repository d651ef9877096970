import { describe, expect, it } from 'vitest'
import { normaliseMenu, type MenuDraft } from './normalise-menu.ts'

const normalised = (draft: MenuDraft, before?: MenuDraft): MenuDraft => {
  normaliseMenu(draft, before)
  return draft
}

describe('a menu row in its stored form', () => {
  it.each([
    ['/system/UserList', 'system/UserList'],
    ['src/views/system/UserList.vue', 'system/UserList'],
    ['/views/system/UserList', 'system/UserList'],
    ['layouts/RouteView', 'layouts/RouteView'],
  ])('has the component %s as %s', (given, stored) => {
    expect(normalised({ menuType: 1, component: given }).component).toBe(stored)
  })

  it.each([
    ['isystem/user', '/isystem/user'],
    ['/isystem/user', '/isystem/user'],
    ['https://example.com', 'https://example.com'],
    ['{{ window.x }}', '{{ window.x }}'],
    // What names a scheme stays as it is, and is refused by name (`refuseBadAddress`).
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('has the address %s as %s', (given, stored) => {
    expect(normalised({ menuType: 1, url: given }).url).toBe(stored)
  })

  it('has a frame and no parent on the first level', () => {
    expect(normalised({ menuType: 0, parentId: 'x' })).toEqual({
      menuType: 0,
      parentId: '',
      component: 'layouts/RouteView',
    })
    expect(normalised({ menuType: 0 }, { menuType: 1, parentId: 'x', component: 'a/B' })).toEqual({
      menuType: 0,
      parentId: '',
    })
    expect(normalised({}, { menuType: 0, parentId: '', component: 'a/B' })).toEqual({})
  })
})
