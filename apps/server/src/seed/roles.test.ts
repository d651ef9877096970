import { expect, it } from 'vitest'
import { permissionRows, tenantRows } from './permission-rows.ts'
import { mayUse, roles } from './roles.ts'

/** Rights that are used from another page than the one their prefix stands under. */
const doors: Readonly<Record<string, string>> = { 'lo:lockUser:explain': 'menu-lock-explain' }

it('a role that may do something has the page where it is done', () => {
  const rows = permissionRows()
  const pages = new Set(rows.filter(({ menuType }) => menuType !== 2).map(({ id }) => id))
  const without = roles
    .filter(({ menus }) => !menus.includes('*'))
    .flatMap((role) =>
      rows
        .filter(
          ({ menuType, perms }) =>
            menuType === 2 && perms !== null && !perms.endsWith(':list') && mayUse(role, perms),
        )
        .map(({ perms, parentId }) => ({ perms: perms ?? '', page: doors[perms ?? ''] ?? parentId }))
        .filter(({ page }) => pages.has(page) && !role.menus.includes(page))
        .map(({ perms, page }) => `${role.code} ${perms} → ${page}`),
    )
  expect(without).toEqual([])
})

it('a page that draws pages inside itself has one of them at its own address, where clients of the family are led', () => {
  const rows = permissionRows()
  const drawing = rows.filter(({ alwaysShow }) => alwaysShow)
  expect(drawing.length).toBeGreaterThan(0)
  for (const { id, url } of drawing)
    expect(rows.filter(({ parentId }) => parentId === id).map((row) => row.url)).toContain(url)
})

it('a tenant’s roles begin with no page whose calls are all the platform’s, though its buttons stand under another page', () => {
  const rows = permissionRows()
  const pack = new Set(tenantRows(rows).map(({ id }) => id))
  const kept = (urls: readonly string[]) =>
    urls.filter((url) => rows.some((row) => row.url === url && pack.has(row.id)))
  expect(
    kept([
      '/monitor/performance',
      '/monitor/Live',
      '/monitor/Sql',
      '/monitor/redis/info',
      '/isys/tenant',
      '/online/cgreport',
      '/online/cgreport/:code',
    ]),
  ).toEqual([])
  const ofTenants = [
    '/isystem/user',
    '/isystem/online',
    '/jeecg/SelectDemo',
    '/account/center',
    '/dashboard/chart',
  ]
  expect(kept(ofTenants)).toEqual(ofTenants)
})
