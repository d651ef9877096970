import type { AgentChoice, OwnAgency, Page } from '@suoan/contract'
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

describe('an agent that somebody sets for himself', () => {
  let worker: Speaker
  beforeAll(async () => {
    await world.database.pool.query(`delete from sys_user_agent;
      insert into sys_user_depart (id, user_id, dep_id) values ('ag1', 'deputy', 'd1');
      update sys_user set work_no = 'W7' where id = 'third'`)
    worker = await signIn(world, 'worker')
  })
  const set = (agentUserName: string, from = -1, until = 8, who = worker) =>
    who.post(`${base}/setOwn`, { agentUserName, startTime: at(from), endTime: at(until) })
  const own = async (who = worker) =>
    (await who.get<{ given: OwnAgency[]; taken: OwnAgency[] }>(`${base}/own`)).result
  const choices = async (keyword: string) =>
    (await worker.get<AgentChoice[]>(`${base}/ownChoices`, { keyword })).result.map(
      ({ username }) => username,
    )

  it('needs no page of the administrator, is told to both and shown to both', async () => {
    expect(await set('deputy')).toMatchObject({ success: true, message: '代理人设置成功！' })
    expect(await own()).toMatchObject({
      given: [{ username: 'deputy', realname: '代理', state: 'running' }],
      taken: [],
    })
    const deputy = world.as({ userId: 'deputy', username: 'deputy', permissions: new Set() })
    expect((await deputy.get<{ taken: OwnAgency[] }>(`${base}/own`)).result.taken).toMatchObject([
      { username: 'worker', realname: '工人', state: 'running' },
    ])
    const { rows } = await world.database.pool.query(
      `select log_content from sys_log where log_content like '我的代理：设置%'`,
    )
    expect(rows).toHaveLength(1)
    expect(await of('worker')).toMatchObject({ result: { agentUserName: 'deputy', status: '1' } })
  })

  it('follows the rules of the administrator’s call', async () => {
    expect((await set('third', 2, 3)).message).toContain('同一时间只能有一名代理人')
    expect((await set('worker', 20, 21)).message).toBe('代理人不能是本人，请选择其他人员')
    expect((await set('third', 21, 20)).message).toContain('晚于开始时间')
    expect((await set('third', -3, -2)).message).toContain('已经过去')
    expect((await set('foreign', 20, 21)).message).toContain('不存在')
    expect((await set('deputy', 1, 2, await signIn(world, 'clerk'))).success).toBe(true)
    await boss.put('/sys/user/frozenBatch', { ids: 'third', status: 2 })
    expect((await set('third', 20, 21)).message).toContain('账号已停用')
    await boss.put('/sys/user/frozenBatch', { ids: 'third', status: 1 })
  })

  it('is ended by the absent person alone, and can be set again', async () => {
    const id = (await own()).given[0]?.id ?? ''
    const clerk = await signIn(world, 'clerk')
    expect(await clerk.post(`${base}/endOwn`, { id })).toMatchObject({
      success: false,
      message: expect.stringContaining('不存在或不是您设置的'),
    })
    expect(await worker.post(`${base}/endOwn`, { id })).toMatchObject({
      success: true,
      message: '代理已结束',
    })
    expect((await own()).given).toMatchObject([{ id, state: 'ended' }])
    expect((await worker.post(`${base}/endOwn`, { id })).message).toBe('该代理已经结束，请刷新')
    expect((await set('third', 1, 2)).success).toBe(true)
    expect((await own()).given.map(({ state }) => state).toSorted()).toEqual(['coming', 'ended'])
  })

  it('is chosen among colleagues, others by their whole name or number only', async () => {
    expect(await choices('')).toEqual(['deputy'])
    expect(await choices('第三')).toEqual([])
    expect(await choices('第三人')).toEqual(['third'])
    expect(await choices('W7')).toEqual(['third'])
    expect(await choices('外人')).toEqual([])
    expect(await choices('工人')).toEqual([])
  })
})
