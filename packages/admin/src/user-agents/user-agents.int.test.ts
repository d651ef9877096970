import type { Page } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { userAgents } from './index.ts'

type Speaker = Awaited<ReturnType<typeof signIn>>
interface Agency {
  readonly id: string
  readonly agentUserName: string
  readonly status: string
}

let world: TestWorld
let boss: Speaker
const base = '/sys/sysUserAgent'

beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'user-agents', mount: userAgents },
  ])
  await world.database.pool.query(`
    with rows as (
      insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf)
        select 'p-ag-' || verb, 'm-sys', verb, 2, 'system:userAgent:' || verb, 9, true
        from unnest(array['list', 'add', 'edit', 'delete']) as verb returning id
    ) insert into sys_role_permission (id, role_id, permission_id) select 'r' || id, 'r-admin', id from rows;
    update sys_permission set status = '1';
    insert into sys_user (id, tenant_id, username, realname, status, create_time) values
      ('deputy', 0, 'deputy', '代理', 1, now()), ('third', 0, 'third', '第三人', 1, now());
    update sys_user set status = 1`)
  boss = await signIn(world, 'boss')
})
afterAll(() => world[Symbol.asyncDispose]())

/** `YYYY-MM-DD HH:mm:ss`, hours from now. */
const at = (hours: number) => shanghaiTime(world.clock.now() + hours * 3_600_000)
const draft = (userName: string, agentUserName: string, from = -1, until = 8) => ({
  userName,
  agentUserName,
  startTime: at(from),
  endTime: at(until),
  status: '1',
})
const add = (...values: Parameters<typeof draft>) => boss.post(`${base}/add`, draft(...values))
const of = (userName: string) => boss.get<Agency | null>(`${base}/queryByUserName`, { userName })

describe('用户代理', () => {
  it('is set, found by the absent person, changed and deleted in the words of the family', async () => {
    expect(await of('worker')).toMatchObject({ success: false, message: '未找到对应实体' })
    expect(await add('worker', 'deputy')).toMatchObject({ success: true, message: '代理人设置成功！' })
    const found = await of('worker')
    expect(found).toMatchObject({ success: true, result: { agentUserName: 'deputy', status: '1' } })
    const id = found.result?.id ?? ''
    expect(await boss.put(`${base}/edit`, { id, endTime: at(4) })).toMatchObject({
      message: '代理人设置成功!',
    })
    const { rows } = await world.database.pool.query(
      `select count(distinct user_id)::int as people from sys_announcement_send where user_id in ('worker', 'deputy')`,
    )
    expect(rows).toEqual([{ people: 2 }])
    expect(await boss.delete(`${base}/delete`, { id })).toMatchObject({ success: true })
    expect((await of('worker')).success).toBe(false)
  })

  it('has one agent at a time, and no agent of an agent', async () => {
    await add('worker', 'deputy', 0, 4)
    expect((await add('worker', 'third', 3, 5)).message).toContain('同一时间只能有一名代理人')
    expect((await add('third', 'worker', 1, 2)).message).toContain('自己也不在岗')
    expect((await add('deputy', 'third', 1, 2)).message).toContain('不能再把事务交给他人')
    expect((await add('worker', 'third', 4, 5)).success).toBe(true)
  })

  it('is refused for oneself, by oneself, backwards, and across tenants (V10, V11)', async () => {
    expect((await add('clerk', 'clerk')).message).toBe('代理人不能是本人，请选择其他人员')
    expect((await add('clerk', 'boss')).message).toContain('不能把自己设为他人的代理人')
    expect((await add('clerk', 'deputy', 2, 1)).message).toContain('晚于开始时间')
    expect((await add('clerk', 'foreign')).success).toBe(false)
    const worker = await signIn(world, 'worker')
    expect((await worker.post(`${base}/add`, draft('clerk', 'worker'))).code).toBe(510)
    const page = await world.as({ tenantId: 9, userId: 'foreign' }).get<Page<Agency>>(`${base}/list`)
    expect(page.result?.total ?? 0).toBe(0)
  })

  it('ends with the account of either, and does not come back with it', async () => {
    await add('clerk', 'third')
    await boss.put('/sys/user/frozenBatch', { ids: 'third', status: 2 })
    await expect.poll(async () => (await of('clerk')).result?.status).toBe('0')
    await boss.put('/sys/user/frozenBatch', { ids: 'third', status: 1 })
    expect((await of('clerk')).result?.status).toBe('0')
  })
})
