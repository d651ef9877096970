import { permissionOf, resources, verbTable, type LoginAnswer, type PermissionAnswer } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '@suoan/admin/session'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { migrations } from '../migrations.ts'
import { firstStart, type FirstStart } from './first-start.ts'
import { menu } from './menu.ts'
import { permissionCodes, permissionRows } from './permission-rows.ts'
import { mayUse, roles } from './roles.ts'

const newWorld = (env: Readonly<Record<string, string>> = {}) =>
  createTestWorld({
    env: { LOGIN_CAPTCHA: 'off', ...env },
    features: [{ name: 'session', mount: session }],
    authenticate: (ctx) => createAuthenticator(ctx).request,
  })
const login = (world: TestWorld, username: string, password: string) =>
  world.anonymous.post<LoginAnswer>('/sys/login', { username, password })
const passwordIn = (start: FirstStart, username: string) =>
  start.notes
    .map((line) => line.trim().split(/\s+/))
    .find(([who]) => who === username)
    ?.at(-1) ?? ''

describe('the first start of an empty installation (V23)', () => {
  let world: TestWorld
  let start: FirstStart
  beforeAll(async () => {
    world = await newWorld()
    start = await firstStart(world.ctx, true)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('makes a password of its own for each account, tells each once, and it must be changed', async () => {
    const names = ['admin', ...Array.from({ length: 13 }, (_, i) => `u${i + 1}`)]
    const passwords = names.map((name) => passwordIn(start, name))
    expect(new Set(passwords).size).toBe(14)
    for (const password of passwords) expect(password).toMatch(/^\S{14}$/)
    const answer = await login(world, 'admin', passwords[0] ?? '')
    expect(answer).toMatchObject({ success: true, result: { mustChangePassword: true } })
    const again = await firstStart(world.ctx, true)
    expect(again.notes).toEqual([])
  })

  it.each(['123456', 'admin', 'admin123', 'Admin@123', '123456789'])(
    'knows no usual password: %s',
    async (usual) => {
      await world.database.pool.query('delete from login_attempt; delete from login_lock')
      expect((await login(world, 'admin', usual)).success).toBe(false)
    },
  )

  it('gives the administrator every permission there is and each demo person his own menu', async () => {
    const ask = async (username: string) => {
      await world.database.pool.query('delete from login_attempt; delete from login_lock')
      const { result } = await login(world, username, passwordIn(start, username))
      const answer = await world.anonymous.raw('GET', '/sys/permission/getUserPermissionByToken', {
        headers: { 'x-access-token': result.token },
      })
      return answer.json<{ result: PermissionAnswer }>().result
    }
    const admin = await ask('admin')
    expect(new Set(admin.auth.map(({ action }) => action))).toEqual(new Set(permissionCodes().keys()))
    expect(admin.menu[0]?.path).toBe('/dashboard/analysis')
    const issuer = await ask('u1')
    const codes = new Set(issuer.auth.map(({ action }) => action))
    expect(codes.has('lo:work:submit')).toBe(true)
    for (const code of ['lo:examine:decide', 'system:user:edit', 'system:role:edit', 'lo:lock:scrap'])
      expect(codes.has(code)).toBe(false)
    expect(issuer.menu.flatMap((item) => item.children ?? []).map((item) => item.path)).toContain(
      '/isps/loWorkList',
    )
  })

  it('brings a menu of a later version, with its group, to the roles that are meant to have it', async () => {
    const { pool } = world.database
    const rows = `'menu-boards', 'menu-dashboard-monitor'`
    await pool.query(`delete from sys_role_permission where permission_id in (${rows})`)
    await pool.query(`delete from sys_permission where id in (${rows})`)
    await firstStart(world.ctx, true)
    const { rows: granted } = await pool.query(`select distinct role_id from sys_role_permission
      where permission_id in (${rows}) group by role_id having count(*) = 2`)
    const ids = granted.map((row: { role_id: string }) => row.role_id)
    expect(ids).toEqual(expect.arrayContaining(['role-admin', 'role-WORK', 'role-VIEW']))
    expect(ids).not.toContain('role-test')
  })

  it('gives the issuers of an older database the right to the list that their menu opens', async () => {
    const { pool } = world.database
    const granted = async () =>
      (
        await pool.query(`select 1 from sys_role_permission g join sys_permission p on p.id = g.permission_id
          where g.role_id = 'role-ISSUE' and p.perms = 'lo:work:allList'`)
      ).rowCount
    expect(await granted()).toBe(1)
    await pool.query(`delete from sys_role_permission where role_id = 'role-ISSUE' and permission_id in
      (select id from sys_permission where perms = 'lo:work:allList')`)
    const step = migrations.find(({ name }) => name === '0128-all-tickets-of-issuers')
    await step?.up(world.ctx.db)
    await step?.up(world.ctx.db)
    expect(await granted()).toBe(1)
  })

  it('moves the rights of devices in an older database under their page, and leaves those that people moved', async () => {
    const { pool } = world.database
    const parents = async () =>
      (
        await pool.query(`select perms, parent_id as parent from sys_permission
          where perms in ('lo:device:enroll', 'lo:device:list', 'lo:rollout:list') order by perms`)
      ).rows.map(({ parent }) => parent)
    await pool.query(
      `update sys_permission set parent_id = 'menu-lock-list' where perms like 'lo:device:%' or perms like 'lo:rollout:%'`,
    )
    await pool.query(`update sys_permission set parent_id = 'menu-board' where perms = 'lo:device:enroll'`)
    const step = migrations.find(({ name }) => name === '0160-device-buttons')
    await step?.up(world.ctx.db)
    expect(await parents()).toEqual(['menu-board', 'menu-device', 'menu-rollout'])
    await pool.query(`update sys_permission set parent_id = 'menu-device' where perms = 'lo:device:enroll'`)
  })

  it('leaves what people changed as it is at the next start', async () => {
    const { pool } = world.database
    await pool.query(
      `update sys_permission set name = '我的首页', update_by = 'admin' where id = 'menu-home'`,
    )
    await pool.query(
      `update sys_permission set del_flag = 1, update_by = 'admin' where id = 'menu-dashboard-chart'`,
    )
    await pool.query(`delete from sys_role_permission where role_id = 'role-VIEW'`)
    await firstStart(world.ctx, true)
    const { rows } = await pool.query(`select name,
      (select count(*)::int from sys_role_permission where role_id = 'role-VIEW') as grants,
      (select del_flag from sys_permission where id = 'menu-dashboard-chart') as deleted
      from sys_permission where id = 'menu-home'`)
    expect(rows[0]).toEqual({ name: '我的首页', grants: 0, deleted: 1 })
  })

  it('brings rows nobody has edited to what this version says, below a page that somebody hung below one too', async () => {
    const { pool } = world.database
    const of = async (id: string) =>
      (
        await pool.query(
          `select name, url, component, parent_id, is_leaf from sys_permission where id = $1`,
          [id],
        )
      ).rows[0]
    const before = await of('menu-measure-lib')
    await pool.query(`update sys_permission set name = '措施', url = '/old', component = 'old/Page', parent_id = 'menu-work'
      where id = 'menu-measure-lib'`)
    await pool.query(
      `insert into sys_permission (id, parent_id, name, menu_type, create_by) values ('own', 'menu-board', '自己的', 1, 'admin')`,
    )
    await pool.query(`update sys_permission set is_leaf = false, sort_no = 77 where id = 'menu-lock-explain'`)
    await pool.query(`update sys_permission set parent_id = 'menu-lock-explain' where id = 'own'`)
    await firstStart(world.ctx, true)
    expect(await of('menu-measure-lib')).toEqual(before)
    expect(await of('menu-lock-explain')).toMatchObject({ is_leaf: false })
    expect(await of('own')).toMatchObject({ name: '自己的', parent_id: 'menu-lock-explain' })
    await pool.query(`delete from sys_permission where id = 'own'`)
  })

  it('gives a role what a later version means it to have beside what it has, with its group, once', async () => {
    const { pool } = world.database
    const granted = async () =>
      (
        await pool.query(`select permission_id as id from sys_role_permission
          where role_id = 'role-KEEPER' and permission_id in ('menu-site', 'menu-point', 'menu-area') order by 1`)
      ).rows.map(({ id }) => id)
    // The version before had neither the pages for this role nor any other of their group.
    await pool.query(`delete from sys_role_permission where role_id = 'role-KEEPER' and permission_id in
      (select id from sys_permission where id = 'menu-site' or parent_id = 'menu-site')`)
    await pool.query(
      `delete from sys_seed_grant where role_id = 'role-KEEPER' and permission_id = 'menu-point'`,
    )
    await firstStart(world.ctx, true)
    expect(await granted()).toEqual(['menu-point', 'menu-site'])
    await pool.query(
      `delete from sys_role_permission where role_id = 'role-KEEPER' and permission_id = 'menu-point'`,
    )
    await firstStart(world.ctx, true)
    expect(await granted()).toEqual(['menu-site'])
  })

  it('an older database is offered what is new in it, and nothing that it has had before', async () => {
    const { pool } = world.database
    const has = async (id: string) =>
      (
        await pool.query(
          `select 1 from sys_role_permission where role_id = 'role-ISSUE' and permission_id = $1`,
          [id],
        )
      ).rowCount
    await pool.query('delete from sys_seed_grant')
    await pool.query(
      `delete from sys_role_permission where permission_id in ('menu-procedure', 'menu-simops')`,
    )
    await pool.query(`delete from sys_permission where id = 'menu-procedure'`)
    await firstStart(world.ctx, true)
    expect([await has('menu-procedure'), await has('menu-simops')]).toEqual([1, 0])
  })
})

describe('the page of the simulator', () => {
  it('is in the menu of a demo plant, and of no other installation, however that is started', async () => {
    const simulator = async (world: TestWorld) =>
      (await world.database.pool.query(`select 1 from sys_permission where url = '/isps/simulator'`)).rowCount
    const [demo, plain] = [await newWorld(), await newWorld()]
    await firstStart(demo.ctx, true)
    expect(await simulator(demo)).toBe(1)
    await firstStart(demo.ctx, false)
    expect(await simulator(demo)).toBe(0)
    await firstStart(plain.ctx, false)
    await firstStart(plain.ctx, true)
    expect(await simulator(plain)).toBe(0)
    for (const world of [demo, plain]) await world[Symbol.asyncDispose]()
  })
})

describe('a first start with passwords given by the operator', () => {
  it('uses them as they are, without a forced change and without printing them', async () => {
    const world = await newWorld({ ADMIN_PASSWORD: 'Short#2026x', DEMO_PASSWORD: 'Demo#2026xy' })
    const { notes } = await firstStart(world.ctx, true)
    const told = notes.join('\n')
    expect(told).toMatch(/u1 +张签 +签发 +（DEMO_PASSWORD）/)
    for (const password of ['Short#2026x', 'Demo#2026xy']) expect(told).not.toContain(password)
    expect(await login(world, 'admin', 'Short#2026x')).toMatchObject({
      result: { mustChangePassword: false },
    })
    expect(await login(world, 'u13', 'Demo#2026xy')).toMatchObject({ result: { mustChangePassword: false } })
    await world[Symbol.asyncDispose]()
  })

  it('says nothing where an administrator with the given password is all there is', async () => {
    const world = await newWorld({ ADMIN_PASSWORD: 'Short#2026x' })
    expect((await firstStart(world.ctx, false)).notes).toEqual([])
    await world[Symbol.asyncDispose]()
  })

  it('makes one installation when two servers start at once', async () => {
    const world = await newWorld()
    const [one, two] = await Promise.all([firstStart(world.ctx, false), firstStart(world.ctx, false)])
    const told = [...one.notes, ...two.notes].filter((line) => line.includes(' admin '))
    expect(told).toHaveLength(1)
    const password = passwordIn(one, 'admin') || passwordIn(two, 'admin')
    expect((await login(world, 'admin', password)).success).toBe(true)
    await world[Symbol.asyncDispose]()
  })
})

/** Pages whose list is that of another page's things, or no list: the call they begin with. */
const listsWithoutOwnCodes: Readonly<Record<string, string>> = {
  'menu-work-all': 'lo:work:allList',
  'menu-inside': 'lo:workPresence:inside',
  'menu-am-i-safe': 'lo:work:list',
  'menu-replay': 'lo:work:list',
  'menu-work-view': 'lo:work:list',
  'menu-work-edit': 'lo:work:add',
  'menu-simops': 'lo:work:simops',
  'menu-lock-history': 'lo:lock:list',
  'menu-lock-common': 'lo:lock:list',
  'menu-lock-open': 'lo:lock:list',
  'menu-lock-explain': 'lo:lockUser:explain',
  'menu-depart-areas': 'lo:departArea:list',
}

describe('the table of menus and permissions', () => {
  const rows = permissionRows()

  it('has a button row for every verb of every resource and no code twice', () => {
    const codes = rows.flatMap(({ perms }) => (perms === null ? [] : [perms]))
    expect(new Set(codes).size).toBe(codes.length)
    for (const resource of resources) {
      for (const verb of resource.verbs) {
        const action = verbTable.find((row) => row.verb === verb)?.action ?? ''
        expect(codes).toContain(permissionOf(resource, action))
      }
    }
  })

  it('has unique ids, addresses and route names, and every parent exists', () => {
    const ids = new Set(rows.map(({ id }) => id))
    expect(ids.size).toBe(rows.length)
    const byId = new Map(rows.map((row) => [row.id, row]))
    // A page that draws pages inside itself has one of them at its own address.
    const urls = rows.flatMap(({ url, parentId }) => {
      const above = byId.get(parentId)
      return url === null || (above?.alwaysShow && above.url === url) ? [] : [url]
    })
    expect(new Set(urls).size).toBe(urls.length)
    for (const { parentId, id } of rows)
      expect([id, parentId === '' || ids.has(parentId)]).toEqual([id, true])
  })

  it('lets only the administrator see and set the legs of the interlock (§5.8): no post of the plant does', () => {
    const menus = roles.filter((role) => role.menus.some((id) => id === '*' || id === 'menu-leg-switch'))
    const codes = roles.filter((role) =>
      role.may.some((code) => code === '*' || code.startsWith('lo:legSwitch')),
    )
    expect([menus.map((role) => role.code), codes.map((role) => role.code)]).toEqual([['admin'], ['admin']])
    expect(permissionRows().find((row) => row.perms === 'lo:legSwitch:add')?.parentId).toBe('menu-leg-switch')
  })

  it('gives no role the menu of a list without the right to the list', () => {
    const codes = permissionCodes()
    const listOf = (id: string): string | undefined => {
      const page = menu.flatMap((each) => [each, ...(each.children ?? [])]).find((each) => each.id === id)
      const own = page?.owns?.map((prefix) => `${prefix}:list`).find((code) => codes.has(code))
      return listsWithoutOwnCodes[id] ?? own
    }
    const without = roles
      .filter((role) => !role.menus.includes('*'))
      .flatMap((role) =>
        role.menus.flatMap((id) => {
          const code = listOf(id)
          return code === undefined || mayUse(role, code) ? [] : [`${role.code} ${id} ${code}`]
        }),
      )
    expect(without).toEqual([])
  })

  it('gives roles only menus and codes that exist', () => {
    const known = new Set(rows.map(({ id }) => id))
    const codes = [...permissionCodes().keys()]
    for (const role of roles) {
      for (const id of role.menus)
        if (id !== '*') expect([role.code, id, known.has(id)]).toEqual([role.code, id, true])
      for (const code of role.may) {
        const names = code.endsWith('*')
          ? codes.some((each) => each.startsWith(code.slice(0, -1)))
          : codes.includes(code)
        expect([role.code, code, names]).toEqual([role.code, code, true])
      }
    }
    expect(menu[0]?.url).toBe('/dashboard/analysis')
  })
})
