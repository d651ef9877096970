import type { ImportPreview } from '@suoan/contract'
import type { Actor } from '@suoan/platform/context'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import type { TestClient, TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../roles/index.ts'
import { users } from './index.ts'
import { createPeopleWorld } from './testing/people-world.ts'

let world: TestWorld
let clerk: TestClient
let boss: TestClient
let other: TestClient
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
  ])
  // 一班 stands below two departments; what the clerk's data rules show ends at A01.
  await world.database.pool.query(`
    insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type) values
      ('d3', 0, '', '二部', 'A02', '1'), ('d4', 0, 'd3', '一班', 'A02A01', '2'), ('d5', 0, 'd1', '三班', 'A01A02', '2');
    insert into sys_role (id, tenant_id, role_name, role_code) values
      ('r-strong', 0, '菜单管理员', 'strong'), ('r-one', 0, '班员', 'one'), ('r-two', 0, '班员', 'two');
    insert into sys_role_permission (id, role_id, permission_id) values ('strong', 'r-strong', 'p-menu');
    insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf)
      values ('p-dep', 'm-sys', '部门查询', 2, 'system:depart:list', 7, true);
    insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
      values ('rule-a01', 'p-dep', '一部', 'orgCode', 'RIGHT_LIKE', 'A01', '1');
    insert into sys_role_permission (id, role_id, permission_id, data_rule_ids)
      values ('c-dep', 'r-clerk', 'p-dep', 'rule-a01')`)
  const permissions = new Set(
    ['list', 'add', 'edit', 'export', 'import'].map((verb) => `system:user:${verb}`),
  )
  const person: Partial<Actor> = { userId: 'clerk', username: 'clerk', realname: '文员', permissions }
  clerk = world.as({ ...person, tenantId: 0, roleIds: ['r-clerk'], roleCodes: ['clerk'] })
  boss = world.as({ ...person, tenantId: 0, userId: 'boss', roleIds: ['r-admin'], roleCodes: ['admin'] })
  other = world.as({
    ...person,
    tenantId: 9,
    userId: 'foreign',
    roleIds: ['r-foreign'],
    roleCodes: ['foreign'],
  })
})
afterAll(() => world[Symbol.asyncDispose]())

const sheet = (...lines: readonly (readonly string[])[]) => ({
  name: '用户.csv',
  content: Buffer.from(
    [['登录账号', '真实姓名', '部门', '角色'], ...lines]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
      .join('\n'),
  ),
})
const base = '/sys/user'
const preview = (me: TestClient, file: ReturnType<typeof sheet>, query = '') =>
  me.upload<ImportPreview>(`${base}/importPreview${query}`, file)
const reasons = async (me: TestClient, file: ReturnType<typeof sheet>, query = '') =>
  (await preview(me, file, query)).result.errors.map(({ reason }) => reason)
/** Codes of departments and roles, by account. */
const linksOf = async (like: string) => {
  const { rows } = await world.database.pool.query<{ username: string; departs: string; roles: string }>(
    `select u.username,
       array_to_string(array(select d.org_code || '@' || d.tenant_id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
         where ud.user_id = u.id order by 1), ' ') as departs,
       array_to_string(array(select r.role_code from sys_user_role ur join sys_role r on r.id = ur.role_id
         where ur.user_id = u.id order by 1), ' ') as roles
     from sys_user u where u.username like $1 order by u.username`,
    [like],
  )
  return rows.map(({ username, departs, roles }) => `${username}: ${departs} / ${roles}`)
}
const exported = async (me: TestClient, query: Record<string, string>) => {
  const read = await readSheet((await me.raw('GET', `${base}/exportXls`, { query })).rawPayload)
  if (!read.ok) throw new Error(read.message)
  const head = read.rows.findIndex((row) => row.includes('登录账号'))
  const at = (heading: string) => read.rows[head]?.indexOf(heading) ?? -1
  return read.rows
    .slice(head + 1)
    .map((row) => ['登录账号', '真实姓名', '部门', '角色'].map((heading) => row[at(heading)] ?? ''))
}

describe('departments and roles in sheets of users', () => {
  it('are columns of the template, with a note on each', async () => {
    const book = await boss.raw('GET', `${base}/importTemplate`)
    const read = await readSheet(book.rawPayload)
    expect(read.ok && read.rows[2]).toEqual(expect.arrayContaining(['部门', '角色']))
  })

  it('are found by code, by name and by a path of names; the preview tells the same and stores nothing', async () => {
    const file = sheet(
      ['in-code', '甲', 'A01A01', 'see'],
      ['in-path', '乙', '一部/一班, 二部', '查看,one'],
      ['in-none', '丙', '', ''],
    )
    expect((await preview(boss, file)).result).toMatchObject({ insertCount: 3, errorCount: 0 })
    expect(await linksOf('in-%')).toEqual([])
    expect(await boss.upload(`${base}/importExcel`, file)).toMatchObject({ code: 200 })
    expect(await linksOf('in-%')).toEqual([
      'in-code: A01A01@0 / see',
      'in-none:  / ',
      'in-path: A01A01@0 A02@0 / one see',
    ])
  })

  it('refuse a line whose name is unknown or means several, in words that say which', async () => {
    const file = sheet(
      ['bad-1', '甲', '一班', ''],
      ['bad-2', '乙', '四部', ''],
      ['bad-3', '丙', '', '班员'],
      ['bad-4', '丁', '', '没有'],
      ['bad-5', '戊', '外厂', 'foreign'],
    )
    const said = await preview(boss, file)
    expect(said.result.errors).toEqual([
      {
        line: 2,
        column: 'C 列“部门”',
        reason: '“部门”：“一班”可以指 2 个部门：一部/一班（A01A01）、二部/一班（A02A01），请改填编码',
      },
      { line: 3, column: 'C 列“部门”', reason: '“部门”：没有编码或名称为“四部”的部门，请核对' },
      {
        line: 4,
        column: 'D 列“角色”',
        reason: '“角色”：“班员”可以指 2 个角色：班员（one）、班员（two），请改填编码',
      },
      { line: 5, column: 'D 列“角色”', reason: '“角色”：没有编码或名称为“没有”的角色，请核对' },
      { line: 6, column: 'C 列“部门”', reason: '“部门”：没有编码或名称为“外厂”的部门，请核对' },
    ])
    expect(await boss.upload(`${base}/importExcel`, file)).toMatchObject({
      code: 201,
      message: expect.stringContaining('没有导入任何数据'),
    })
    expect(await linksOf('bad-%')).toEqual([])
  })

  it('give no role stronger than the importer, and no department that his data rules do not show', async () => {
    const file = sheet(
      ['w-1', '甲', '', 'admin'],
      ['w-2', '乙', '', '菜单管理员'],
      ['w-3', '丙', '二部', ''],
      ['w-4', '丁', '一班', 'see'],
    )
    expect(await reasons(clerk, file)).toEqual([
      expect.stringContaining('只有系统管理员可以授予或取消系统管理员角色'),
      expect.stringContaining('不能授予或取消自己没有的权限'),
      '“部门”：没有编码或名称为“二部”的部门，请核对',
    ])
    const stored = await clerk.upload<{ successCount: number }>(`${base}/importExcel`, file)
    expect([stored.code, stored.result.successCount]).toEqual([201, 1])
    expect(await linksOf('w-%')).toEqual(['w-4: A01A01@0 / see'])
  })

  it('of another tenant are as if there were none, both ways', async () => {
    const file = sheet(
      ['t-1', '甲', '外厂', 'foreign'],
      ['t-2', '乙', '一部', ''],
      ['t-3', '丙', 'A01', 'strong'],
    )
    expect(await reasons(other, file)).toEqual([
      '“部门”：没有编码或名称为“一部”的部门，请核对',
      '“角色”：没有编码或名称为“strong”的角色，请核对',
    ])
    await other.upload(`${base}/importExcel`, file)
    expect(await linksOf('t-%')).toEqual(['t-1: A01@9 / foreign'])
  })

  it('come out as words that go in again, as codes where the words would mean several', async () => {
    await boss.upload(
      `${base}/importExcel`,
      sheet(['out-1', '甲', 'A01A01', 'see,two'], ['out-2', '乙', 'A02A01,A01A02', '']),
    )
    const rows = await exported(boss, { username: 'out-*' })
    expect(rows.toSorted(([one = ''], [another = '']) => one.localeCompare(another))).toEqual([
      ['out-1', '甲', '一部/一班', '查看,two'],
      ['out-2', '乙', '一部/三班,二部/一班', ''],
    ])
    expect((await preview(boss, sheet(...rows), '?updateExisting=1')).result).toMatchObject({
      sameCount: 2,
      changeCount: 0,
      errorCount: 0,
    })
    // The same names by the rules of another: what he may not see is not told.
    expect((await exported(clerk, { username: 'out-2' }))[0]?.[2]).toBe('一部/三班')
  })

  it('change what is stored: an empty cell nothing, a filled one its links, never those that are out of sight', async () => {
    await boss.upload(`${base}/importExcel`, sheet(['up-1', '甲', 'A01A01,A02', 'see']))
    await world.database.pool.query(`
      update sys_user set rel_tenant_ids = '0,9' where username = 'up-1';
      insert into sys_user_depart (id, user_id, dep_id) select 'up-9', id, 'd9' from sys_user where username = 'up-1'`)
    const update = (...cells: readonly string[]) =>
      clerk.upload(`${base}/importExcel?updateExisting=1`, sheet(['up-1', '甲', ...cells]))
    expect((await update('', '')).message).toContain('未变1行')
    expect((await update('三班', '')).message).toContain('修改1行')
    expect(await linksOf('up-1')).toEqual(['up-1: A01@9 A01A02@0 A02@0 / see'])
    expect((await update('三班', '查看')).message).toContain('未变1行')
  })

  it('inside a tenant are also the platform’s that the caller may give, to people of this tenant alone', async () => {
    await world.database.pool.query(`
      insert into sys_role (id, tenant_id, role_name, role_code) values ('r-own', 9, '班员', 'two');
      update sys_user set rel_tenant_ids = '9,0' where username = 't-1'`)
    const may = ['list', 'add', 'edit', 'import'].map((verb) => `system:user:${verb}`)
    // The tenant's own administrator holds no menus: the platform's role for them is not his to give.
    const head = world.as({
      userId: 'foreign',
      username: 'foreign',
      tenantId: 9,
      roleIds: ['r-foreign'],
      roleCodes: ['admin'],
      permissions: new Set([...may, 'system:role:list']),
    })
    const { result } = await head.get<{ id: string }[]>('/sys/role/queryall')
    expect(result.map(({ id }) => id).toSorted()).toEqual(['r-foreign', 'r-one', 'r-own', 'r-see'])
    const file = sheet(
      ['p-1', '甲', '', 'one,查看'],
      ['p-2', '乙', '', 'strong'],
      ['p-3', '丙', '', '系统管理员'],
    )
    expect(await reasons(head, file)).toEqual([
      '“角色”：没有编码或名称为“strong”的角色，请核对',
      '“角色”：没有编码或名称为“系统管理员”的角色，请核对',
    ])
    await head.upload(`${base}/importExcel`, file)
    expect(await linksOf('p-%')).toEqual(['p-1:  / one see'])
    const idOf = async (username: string) =>
      (
        await world.database.pool.query<{ id: string }>('select id from sys_user where username = $1', [
          username,
        ])
      ).rows[0]?.id ?? ''
    expect((await head.get('/sys/user/queryUserRole', { userid: await idOf('p-1') })).result).toEqual([
      'r-one',
      'r-see',
    ])
    const edit = async (username: string, selectedroles: string) =>
      (await head.put(`${base}/edit`, { id: await idOf(username), selectedroles })).message
    expect(await edit('p-1', 'r-one,r-foreign')).toBe('修改成功!')
    expect(await edit('p-1', 'r-strong')).toContain('所选角色不存在')
    expect(await edit('p-1', 'r-admin')).toContain('所选角色不存在')
    expect(await edit('t-1', 'r-foreign,r-one')).toContain('还属于其他租户')
    expect(await linksOf('p-1')).toEqual(['p-1:  / foreign one'])
  })
})

it('a word that is none of a field’s choices is told as that, not as a figure that is missing', async () => {
  const content = Buffer.from('登录账号,真实姓名,性别,状态\nw-1,王工,第三性,冻')
  const answer = await preview(boss, { name: '用户.csv', content })
  expect(answer.result.errors).toMatchObject([
    { line: 2, reason: '“性别”的值“第三性”不在可选范围内；“状态”的值“冻”不在可选范围内' },
  ])
})

it('a position that does not exist is named, so that it is found in the sheet', async () => {
  const content = Buffer.from('登录账号,真实姓名,职务\nw-2,王工,不存在的职务')
  const answer = await preview(boss, { name: '用户.csv', content })
  expect(answer.result.errors).toMatchObject([
    { line: 2, reason: '“职务”所选的记录“不存在的职务”不存在，请重新选择' },
  ])
})
