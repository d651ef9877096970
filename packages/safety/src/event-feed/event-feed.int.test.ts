import { permissionOf, lock, type FeedEvent, type FeedPage } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { alarms } from '../alarms/index.ts'
import { areas } from '../areas/index.ts'
import { lockRecords } from '../lock-records/index.ts'
import { recordPresence } from '../lock-records/record-presence.ts'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { locks } from '../locks/index.ts'
import { mountWorkTickets } from '../work-tickets/index.ts'
import { eventFeed } from './index.ts'

let world: TestWorld
const MINUTE = 60_000
const at = (minute: number) => new Date(DAY_D + minute * MINUTE)

beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'alarms', mount: alarms },
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
      { name: 'work-tickets', mount: mountWorkTickets },
      { name: 'event-feed', mount: eventFeed },
    ],
  })
  world.clock.set(DAY_D + 60 * MINUTE)
  await plantDemo(world.ctx)
  const { pool } = world.database
  await pool.query(
    `insert into lo_lock_log (id, tenant_id, lock_id, lock_code, lock_name, area_id, area_code, area_name, event_type,
       op_result, user_id, user_name, occur_time, recv_time, historical, decision_id,
       time_quality, prev_hash, hash)
     values ('log1', 0, 'demo-lk4', 'LK4', '10kV 3号柜锁', 'demo-a010101', 'A01A01A01', '10kV配电室', 'OPEN', 1, 'u6', '孙作',
       $1, $2, 0, 'D1', 2, 'w', 'x'),
      ('log2', 0, 'demo-lk1', 'LK1', '隔离挂锁 1 号', 'demo-a0101', 'A01A01', '压缩机房', 'DURESS', 0, 'u7', '李工',
       $3, $3, 1, null, 2, 'w', 'x')`,
    [at(10), new Date(at(10).getTime() + 3_000), at(20)],
  )
  await pool.query(
    `insert into lo_cmd (id, tenant_id, cmd_id, device_sn, lock_id, cmd_type, status, issue_by, issue_time, ack_time)
     values ('cmd1', 0, 'C1', 'LK4', 'demo-lk4', 'OPEN', 8, 'u6', $1, $2), ('cmd2', 0, 'C2', 'LK1', 'demo-lk1', 'CLOSE', 10, 'u7', $3, null)`,
    [at(9), new Date(at(9).getTime() + 2_000), at(21)],
  )
  await pool.query(
    `insert into lo_work (id, work_no, work_name, work_type, work_level, work_status, area_id, area_code, place, content, hazards,
       plan_start, plan_end, applicant_id, leader_id)
       values ('w1', 'A01-10-20261201-0001', 'P-101 检修', '10', '2', 1, 'demo-a0102', 'A01A02', '罐区', '检修', '04',
         '2026-12-01 09:00:00+08', '2026-12-01 17:00:00+08', 'u1', 'u5');
     insert into lo_work_trans (id, tenant_id, work_id, seq, event, from_status, to_status, actor_id, actor_name, server_time,
       prev_hash, hash) values ('step1', 0, 'w1', 1, 'submit', 0, 1, 'u1', '赵签', '${at(12).toISOString()}', 'x', 'y')`,
  )
  await pool.query(
    `insert into lo_alarm (id, tenant_id, alarm_no, alarm_type, alarm_level, source_kind, source_sn, lock_id, area_code,
       first_time, last_time, count, status)
     values ('al1', 0, 'A1', 'A03', 3, 'LOCK', 'LK4', 'demo-lk4', 'A01A01A01', $1, $1, 2, 0),
       ('al2', 0, 'A2', 'A15', 3, 'LOCK', 'LK1', 'demo-lk1', 'A01A01', $2, $2, 1, 0)`,
    [at(15), at(16)],
  )
  await pool.query(
    `insert into lo_unclose_lock (id, tenant_id, warn_no, warn_type, warn_level, lock_id, area_code, open_user_id, threshold_sec,
       raise_time, status) values ('wa1', 0, 'W1', 'W01', 1, 'demo-lk4', 'A01A01A01', 'u6', 900, $1, 0)`,
    [at(14)],
  )
  const presence = { tenantId: 0, sn: 'LK4', parentSn: null }
  await recordPresence(world.ctx, [
    { ...presence, online: true, at: at(1).getTime() },
    { ...presence, online: false, at: at(30).getTime() },
  ])
})
afterAll(() => world[Symbol.asyncDispose]())

/** Who may know of a duress report too. */
const trusted = () => world.as({ roleCodes: ['SAFETY'] })
const path = '/loboard/loEventFeed/list'
const read = async (who: TestClient, asked: Readonly<Record<string, string>> = {}): Promise<FeedPage> => {
  const answer = await who.get<FeedPage>(path, { limit: '50', ...asked })
  expect(answer).toMatchObject({ success: true })
  return answer.result
}
const ids = ({ events }: { events: readonly FeedEvent[] }) => events.map(({ id }) => id)
const without = ({ events }: FeedPage) =>
  events.filter(({ source }) => source !== 'devicePresence').map(({ id }) => id)

describe('日志看板', () => {
  it('tells every log in one order, newest first, each event with what it says', async () => {
    const page = await read(trusted())
    expect(page.events.map(({ kind }) => kind)).toEqual([
      'device',
      'command',
      'lock',
      'alarm',
      'alarm',
      'alarm',
      'ticket',
      'lock',
      'command',
      'device',
    ])
    expect(page.cursor).toBeNull()
    expect(page.events.find(({ id }) => id === 'log1')).toMatchObject({
      object: 'LK4 10kV 3号柜锁',
      area: '10kV配电室',
      person: '孙作',
      latencySec: 3,
      historical: false,
      decisionId: 'D1',
    })
    expect(page.events.find(({ id }) => id === 'cmd1')).toMatchObject({ latencySec: 2, isBad: false })
    expect(page.events.find(({ id }) => id === 'cmd2')).toMatchObject({
      isBad: true,
      object: expect.stringContaining('LK1'),
    })
    expect(page.events.find(({ id }) => id === 'step1')).toMatchObject({
      object: 'P-101 检修',
      workNo: 'A01-10-20261201-0001',
      person: '赵签',
      area: '罐区',
    })
    expect(page.events[0]).toMatchObject({ event: '离线', objectId: 'LK4', isBad: true })
    expect(page.events.at(-1)).toMatchObject({ event: '上线' })
  })

  it('comes page by page without a gap or a repetition, however small the pages', async () => {
    const whole = ids(await read(trusted()))
    for (const limit of ['1', '3', '4']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: FeedPage = await read(trusted(), { limit, ...(cursor === '' ? {} : { cursor }) })
        seen.push(...ids(page))
        cursor = page.cursor
      }
      expect([limit, seen]).toEqual([limit, whole])
    }
    expect(await trusted().get(path, { cursor: 'x' })).toMatchObject({ success: false })
  })

  it('answers to kind, area with what lies below, level, object and person', async () => {
    const me = trusted()
    expect(ids(await read(me, { kinds: 'command,ticket' }))).toEqual(['cmd2', 'step1', 'cmd1'])
    expect(without(await read(me, { areaId: 'demo-a010101' }))).toEqual(['al1', 'wa1', 'log1', 'cmd1'])
    expect(without(await read(me, { areaId: 'demo-a0101' }))).toContain('log2')
    expect(ids(await read(me, { areaId: 'demo-a0102' }))).toEqual(['step1'])
    expect(ids(await read(me, { levels: '1' }))).toEqual(['wa1'])
    expect(ids(await read(me, { object: 'LK1' }))).toEqual(['cmd2', 'log2', 'al2'])
    expect(ids(await read(me, { object: 'P-101' }))).toEqual(['step1'])
    expect(ids(await read(me, { userId: 'u6' }))).toEqual(['wa1', 'log1', 'cmd1'])
    expect(await me.get(path, { areaId: 'nowhere' })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
  })

  it('shows each person what his own lists would show: kinds by right, duress to whoever may know, tickets he is named on', async () => {
    const only = (...codes: string[]) =>
      world.as({
        userId: 'u9',
        username: 'u9',
        roleCodes: [],
        permissions: new Set(['lo:eventFeed:list', ...codes]),
      })
    expect(await read(only())).toMatchObject({ events: [], kinds: [] })
    const logs = await read(only('lo:lockLog:list'))
    expect([ids(logs), logs.kinds]).toEqual([['log1'], ['lock']])
    const alarmsOnly = await read(only('lo:alarm:list'))
    expect(ids(alarmsOnly)).toEqual(['al1'])
    expect(ids(await read(only('lo:work:list')))).toEqual([])
    const named = world.as({
      userId: 'u5',
      username: 'u5',
      roleCodes: [],
      permissions: new Set(['lo:eventFeed:list', 'lo:work:list']),
    })
    expect(ids(await read(named))).toEqual(['step1'])
  })

  it('obeys the data rule of a log, and leaves out the log whose hidden column is asked about', async () => {
    const { pool } = world.database
    const [role, permission, rule, column] = [newId(), newId(), newId(), newId()]
    await pool.query(
      `insert into sys_permission (id, name, menu_type, perms, status) values ($1, '日志列表', 2, 'lo:lockLog:list', '1')`,
      [permission],
    )
    await pool.query(
      `insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
       values ($1, $2, '只看压缩机房', 'areaId', '=', 'demo-a0101', '1')`,
      [rule, permission],
    )
    await pool.query(
      `insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values ($1, $2, $3, $4)`,
      [newId(), role, permission, rule],
    )
    const ruled = world.as({ roleIds: [role] })
    expect(ids(await read(ruled, { kinds: 'lock' }))).toEqual(['log2'])
    await pool.query(
      `insert into sys_permission (id, name, menu_type, perms, perms_type, status)
       values ($1, '操作人姓名', 2, 'lo:lockLog:column:userName', '1', '1'),
         ($2, '操作人', 2, 'lo:lockLog:column:userId', '1', '1')`,
      [column, newId()],
    )
    const blind = world.as({
      permissions: new Set(['lo:eventFeed:list', 'lo:lockLog:list']),
    })
    const seen = await read(blind, { kinds: 'lock' })
    expect(seen.events.find(({ id }) => id === 'log1')?.person).toBeNull()
    expect(ids(await read(blind, { kinds: 'lock', userId: 'u6' }))).toEqual([])
    await pool.query(`delete from sys_permission where perms like 'lo:lockLog:column:%'`)
  })

  it('shows nothing of another tenant', async () => {
    expect(ids(await read(world.as({ tenantId: 7 })))).toEqual([])
  })

  it('keeps each person’s own marks', async () => {
    const [me, other] = [
      world.as({ userId: 'u9', username: 'u9' }),
      world.as({ userId: 'u8', username: 'u8' }),
    ]
    const mark = (on: boolean) => me.post('/loboard/loEventFeed/mark', { source: 'lockLog', id: 'log1', on })
    expect(await mark(true)).toMatchObject({ success: true, message: '已加书签' })
    expect(await mark(true)).toMatchObject({ success: true })
    const marked = await read(me, { marked: '1' })
    expect(marked.events).toMatchObject([{ id: 'log1', marked: true }])
    expect(ids(await read(other, { marked: '1' }))).toEqual([])
    await mark(false)
    expect(ids(await read(me, { marked: '1' }))).toEqual([])
  })

  it('is taken along as a sheet by whoever may export, as he sees it', async () => {
    const exported = await trusted().raw('GET', '/loboard/loEventFeed/exportCsv', {
      query: { kinds: 'lock' },
    })
    expect(exported.headers['content-type']).toContain('text/csv')
    expect(exported.body).toContain('"LK4 10kV 3号柜锁"')
    expect(exported.body.trim().split('\r\n')).toHaveLength(3)
    const { rows } = await world.database.pool.query(
      `select log_content from sys_log where log_content like '日志看板：导出%'`,
    )
    expect(rows).toEqual([{ log_content: '日志看板：导出 2 条' }])
    const without = world.as({
      permissions: new Set(['lo:eventFeed:list', 'lo:lockLog:list', permissionOf(lock, 'list')]),
    })
    const refused = await without.raw('GET', '/loboard/loEventFeed/exportCsv')
    expect(refused.json()).toMatchObject({ code: 510 })
  })
})
