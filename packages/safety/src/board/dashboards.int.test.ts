import type { BoardDays, BoardIndex, BoardLimits, BoardTraffic, BoardVolume, OwnWork } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { board } from './index.ts'

const base = '/loboard/loBoard'
let world: TestWorld
let lead: TestClient
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'board', mount: board }] })
  // 2026-12-01 12:00 of the plant.
  world.clock.set(DAY_D + 3 * 3_600_000)
  await plantDemo(world.ctx)
  const { pool } = world.database
  const { rows } = await pool.query<{ id: string }>(`select id from sys_user where username = 'u5'`)
  lead = world.as({ userId: rows[0]?.id ?? '', username: 'u5', orgCode: 'A01A02' })
  await pool.query(`
    insert into lo_work (id, work_no, work_name, work_type, work_level, work_status, void_flag, area_id, area_code, place,
      content, hazards, work_depart_id, plan_start, plan_end, real_start, real_end, exec_phase)
    select v.id, v.id, v.id, '10', '1', v.status, v.void, a.id, a.area_code, '泵房', 'x', '1', 'demo-d20',
      v.plan_start::timestamptz, v.plan_end::timestamptz, v.real_start::timestamptz, v.real_end::timestamptz, v.phase
    from lo_area a, (values
      ('draft', 0, 0, '2026-12-01 08:00', '2026-12-01 10:00', null, null, 0),
      ('void', 4, 1, '2026-12-01 08:00', '2026-12-01 10:00', null, null, 0),
      ('early', 30, 0, '2026-11-30 08:00', '2026-11-30 10:00', '2026-11-30 08:00', '2026-11-30 09:00', 30),
      ('late', 30, 0, '2026-12-01 07:00', '2026-12-01 10:00', '2026-12-01 07:00', '2026-12-01 11:00', 30),
      ('half', 20, 0, '2026-12-01 11:00', '2026-12-01 13:00', '2026-12-01 11:00', null, 20),
      ('over', 20, 0, '2026-12-01 08:00', '2026-12-01 10:00', '2026-12-01 08:00', null, 20),
      ('asked', 1, 0, '2026-12-02 08:00', '2026-12-02 10:00', null, null, 0)
    ) as v(id, status, void, plan_start, plan_end, real_start, real_end, phase) where a.area_code = 'A01';
    insert into lo_work_person (id, work_id, user_id, role_tag)
      select w.id || u.username, w.id, u.id, 'WORK' from lo_work w, sys_user u
      where w.id in ('early', 'late', 'half') and u.username in ('u5', 'u6');
    insert into lo_work_review (id, work_id, round, step_no, reviewer_id, review_status, arrive_time, due_time)
      select 'step', 'asked', 1, 1, id, 1, '2026-12-01 09:00', '2026-12-01 11:30' from sys_user where username = 'u2';
    insert into lo_lock_onoff (id, lock_id, area_code, open_time, open_user_id, close_time, over_sec, work_id, state)
      select v.id, l.id, 'A01', v.at::timestamptz, u.id, v.shut::timestamptz, v.over, v.work, v.state
      from (select id from lo_lock limit 1) l, (values
        ('s1', '2026-12-01 09:00', '2026-12-01 09:10', 0, 'late', 2, 'u5'),
        ('s2', '2026-12-01 10:00', '2026-12-01 11:00', 600, null, 2, 'u5'),
        ('s3', '2026-11-30 10:00', '2026-11-30 10:05', null, 'early', 2, 'u11'),
        ('s4', '2026-12-01 11:00', null, null, null, 1, 'u11')
      ) as v(id, at, shut, over, work, state, who) join sys_user u on u.username = v.who`)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the figures of the home page', () => {
  it('thirty days of the plant’s calendar, today last, without drafts and voided tickets', async () => {
    const { result } = await lead.get<BoardDays>(`${base}/days`)
    expect([result.days.length, result.days[0], result.days.at(-1)]).toEqual([30, '2026-11-02', '2026-12-01'])
    const last = (name: Exclude<keyof BoardDays, 'days'>) => result[name].slice(-2)
    expect(last('planned')).toEqual([1, 3])
    expect(last('finished')).toEqual([1, 1])
    expect(last('openings')).toEqual([1, 3])
    expect(last('ticketed')).toEqual([1, 1])
    expect(last('ownPlanned')).toEqual([1, 2])
    expect(last('ownFinished')).toEqual([1, 1])
  })

  it('a day is told by hours, two months by days, a year by months, and every one of them is there', async () => {
    const ask = async (of: string, from: string, to: string) =>
      (await lead.get<BoardVolume>(`${base}/volume`, { of, from, to })).result
    const day = await ask('openings', '2026-12-01', '2026-12-01')
    expect([day.unit, day.buckets.length, day.buckets[9]]).toEqual([
      'hour',
      24,
      { label: '2026-12-01 09', count: 1 },
    ])
    expect(day.rank).toEqual([{ name: '乙烯装置', count: 3 }])
    const month = await ask('tickets', '2026-11-30', '2026-12-02')
    expect(month.buckets.map(({ count }) => count)).toEqual([1, 3, 1])
    expect(month.rank).toEqual([{ name: '检修部', count: 5 }])
    const year = await ask('tickets', '2026-01-01', '2026-12-31')
    expect(year.unit).toBe('month')
    expect(year.buckets.slice(-2)).toEqual([
      { label: '2026-11', count: 1 },
      { label: '2026-12', count: 4 },
    ])
  })

  it('a range that ends before it begins or is longer than a year is refused with what to do', async () => {
    const ask = (from: string, to: string) => lead.get(`${base}/volume`, { of: 'tickets', from, to })
    expect(await ask('2026-12-02', '2026-12-01')).toMatchObject({
      success: false,
      message: '结束日期早于开始日期，请重新选择',
    })
    expect((await ask('2020-01-01', '2026-12-01')).message).toContain('最多 366 天')
  })

  it('openings of an area with how they ended', async () => {
    expect((await lead.get<BoardTraffic[]>(`${base}/traffic`)).result).toEqual([
      { areaName: '乙烯装置', opened: 4, closed: 3, over: 1 },
    ])
    expect((await lead.get<BoardTraffic[]>(`${base}/traffic`, { areaCode: 'B' })).result).toEqual([])
  })

  it('what has used most of its time stands first, and a step says how late it is', async () => {
    const { result } = await lead.get<BoardLimits>(`${base}/limits`)
    expect(result.works.map(({ id, used, node }) => [id, used, node])).toEqual([
      ['over', 200, '作业中'],
      ['half', 50, '作业中'],
    ])
    expect(result.steps).toMatchObject([{ workId: 'asked', handler: '李审', node: '审核', overMinutes: 30 }])
  })

  it('the workplace shows the live tickets one takes part in', async () => {
    expect((await lead.get<OwnWork[]>(`${base}/ownWorks`)).result.map(({ id }) => id)).toEqual(['half'])
  })

  it('a ticket of two people counts once for their team, and what others opened not for oneself', async () => {
    const { axes } = (await lead.get<BoardIndex>(`${base}/index`)).result
    expect(axes.map(({ title, own, team, depart }) => [title, own, team, depart])).toEqual([
      ['按时收尾', { done: 1, of: 2 }, { done: 1, of: 2 }, { done: 1, of: 2 }],
      ['凭票开锁', { done: 1, of: 2 }, { done: 1, of: 2 }, { done: 2, of: 4 }],
      ['按时关锁', { done: 1, of: 2 }, { done: 1, of: 2 }, { done: 2, of: 3 }],
      ['警告响应', { done: 0, of: 0 }, { done: 0, of: 0 }, { done: 0, of: 0 }],
      ['资质有效', { done: 2, of: 2 }, expect.anything(), expect.anything()],
    ])
  })

  it('figures stay in their tenant', async () => {
    const stranger = world.as({ tenantId: 9, orgCode: 'A01' })
    const days = (await stranger.get<BoardDays>(`${base}/days`)).result
    expect([...days.planned, ...days.openings].every((count) => count === 0)).toBe(true)
    expect((await stranger.get<BoardTraffic[]>(`${base}/traffic`)).result).toEqual([])
    expect((await stranger.get<BoardLimits>(`${base}/limits`)).result).toEqual({ works: [], steps: [] })
    expect(
      (await stranger.get<BoardIndex>(`${base}/index`)).result.axes.every(({ depart }) => depart.of === 0),
    ).toBe(true)
  })

  it('data rules on tickets and openings cut the dashboards like the lists (security.md V11)', async () => {
    await world.database.pool.query(`
      insert into sys_permission (id, name, menu_type, perms, parent_id) values
        ('p-work', '列表', 2, 'lo:work:list', ''), ('p-onoff', '列表', 2, 'lo:lockOnoff:list', '');
      insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
        values ('r-work', 'p-work', '只看一处', 'areaCode', '=', 'B99', '1'),
          ('r-onoff', 'p-onoff', '只看一处', 'areaCode', '=', 'B99', '1');
      insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values
        ('l-work', 'r-bound', 'p-work', 'r-work'), ('l-onoff', 'r-bound', 'p-onoff', 'r-onoff')`)
    const bound = world.as({ roleIds: ['r-bound'] })
    const { days, ...counts } = (await bound.get<BoardDays>(`${base}/days`)).result
    expect(days).toHaveLength(30)
    expect(
      Object.values(counts)
        .flat()
        .some((count) => count > 0),
    ).toBe(false)
    for (const of of ['tickets', 'openings']) {
      const range = { of, from: '2026-11-30', to: '2026-12-02' }
      expect((await bound.get<BoardVolume>(`${base}/volume`, range)).result.rank).toEqual([])
    }
    expect((await bound.get<BoardTraffic[]>(`${base}/traffic`)).result).toEqual([])
    expect((await bound.get<BoardLimits>(`${base}/limits`)).result).toEqual({ works: [], steps: [] })
  })
})
