import { alarmEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Broadcasts } from '@suoan/contract/events'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'
import { endsWell } from '../work-tickets/testing/ends-well.ts'

let plant: WarningWorld
let pushed: Broadcasts['notice.sent'][]
beforeEach(async () => {
  plant = await createWarningWorld()
  pushed = []
  plant.world.ctx.broadcasts.on('notice.sent', (event) => void pushed.push(event))
})
afterEach(() => plant[Symbol.asyncDispose]())

const open = { latch: 0, shackle: 0 } as const
const at = async (time: string, beating: readonly string[] = ['LK4']) => {
  plant.at(time)
  for (const code of beating) await plant.beats(code)
  await plant.due()
}
const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const types = async () =>
  (await plant.warnings()).map((row) => [row['warn_type'], row['warn_level'], row['status']])
const alarmTypes = async () => (await plant.alarms()).map((row) => String(row['alarm_type'])).toSorted()
/** Lets the reactions to what was just told run to their end. */
const reacted = async (look: () => Promise<unknown>, value: unknown) => {
  await expect.poll(look).toEqual(value)
}

describe('a padlock that lies open in the store', () => {
  const lies = async () => {
    await plant.report('LK1', { type: 'OPEN', uid: 'u11', after: open })
    await reacted(() => query('select judged from lo_lock_onoff'), [{ judged: 1 }])
  }
  it('W01 W06: is not left open and not out of contact; once it is issued it is', async () => {
    plant.at('09:00')
    await lies()
    await at('12:00', [])
    expect(await types()).toEqual([])
    await query(`update lo_lock set custody = 1 where id = 'demo-lk1'`)
    await at('12:05', [])
    expect((await types()).map(([type]) => String(type)).toSorted()).toEqual(['W01', 'W06'])
  })
  it('W01: warns in the store as well while it holds a point', async () => {
    plant.at('09:00')
    await lies()
    await query(`insert into lo_point_hold (id, point_id, lock_id, work_id, user_id, hold_type, state)
      values ('held', 'demo-pt1', 'demo-lk1', 'W', 'u7', 1, 1)`)
    await at('12:00', [])
    expect((await types()).map(([type]) => type)).toContain('W01')
  })
})

describe('an opening nobody allowed', () => {
  it('W04 A01: a lock in store opened by its keeper is nobody’s business, by a stranger both are raised at once at level 3', async () => {
    plant.at('09:00')
    await plant.report('LK1', { type: 'OPEN', uid: 'u11', after: open })
    await reacted(() => query('select judged from lo_lock_onoff'), [{ judged: 1 }])
    expect([await types(), await alarmTypes()]).toEqual([[], []])
    await plant.report('LK4', { type: 'OPEN', uid: 'u13', after: open })
    await reacted(types, [['W04', 3, 0]])
    await reacted(alarmTypes, ['A01'])
    expect(await plant.alarms()).toMatchObject([{ alarm_level: 3, lock_id: 'demo-lk4', status: 0, count: 1 }])
  })

  it('SC10 A02 W04: FORCE on LK2 stops every ticket that holds its point, tells the crew, and only people close the alarm', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('11:02')
    await plant.report('LK2', { type: 'FORCE', after: open })
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    await reacted(types, [['W04', 3, 0]])
    await reacted(alarmTypes, ['A02', 'A17'])
    const [a02] = (await plant.alarms()).filter((row) => row['alarm_type'] === 'A02')
    expect(a02).toMatchObject({ alarm_level: 3, lock_id: 'demo-lk2', work_id: workId })
    const grants = await query(
      `select count(*)::int as n from lo_lock_user where work_id = '${workId}' and status = 1 and phases = '20'`,
    )
    expect(grants).toEqual([{ n: 0 }])
    expect(
      (await plant.bell('u6')).warringMsgTotal + (await plant.bell('u8')).warringMsgTotal,
    ).toBeGreaterThan(0)
    expect((await plant.bell('u12')).sysMsgList.map((row) => row.titile)).toContain(
      '隔离挂锁 2 号：强制开锁报警',
    )
    const close = { id: String(a02?.['id']), handleResult: '已更换锁具' }
    expect(await plant.call('u12', alarmEndpoints.close, close)).toMatchObject({
      success: false,
      message: expect.stringContaining('尚未确认关闭'),
    })
    await plant.report('LK2', { type: 'CLOSE', after: { latch: 1, shackle: 1 } })
    await reacted(types, [['W04', 3, 3]])
    expect(await plant.call('u12', alarmEndpoints.ack, { id: close.id })).toMatchObject({ success: true })
    expect(await plant.call('u12', alarmEndpoints.close, close)).toMatchObject({ success: true })
    expect((await plant.alarms()).find((row) => row['id'] === close.id)).toMatchObject({
      status: 3,
      close_by: 'u12',
      handle_result: '已更换锁具',
    })
    await endsWell(plant, workId)
  })

  it('SC10 A01: an isolation lock opened by the isolator himself while people rely on it; a state that contradicts what was known is A17 and stops too', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('11:02')
    await plant.report('LK3', { type: 'OPEN', uid: 'u9', after: open })
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    await expect.poll(alarmTypes).toContain('A01')
    const other = (await plant.alarms()).filter((row) => row['lock_id'] === 'demo-lk1')
    expect(other).toEqual([])
    await plant.states('LK1', 0)
    await expect
      .poll(async () => (await plant.alarms()).filter((row) => row['lock_id'] === 'demo-lk1'))
      .toMatchObject([{ alarm_type: 'A17', alarm_level: 3 }])
    await expect
      .poll(() =>
        query(`select state from lo_work_point where work_id = '${workId}' and point_id = 'demo-pt1'`),
      )
      .toEqual([{ state: 9 }])
  })
})

describe('warnings of the ticket', () => {
  it('W02: whoever presses finish or release with an open lock is warned, also when the press is refused; what opens later is not', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('14:58')
    await plant.opensCabinet(workId)
    plant.at('15:00')
    await plant.call('u5', tickets.finish, { workId, closeResult: '1' })
    await plant.call('u5', tickets.releaseBegin, {
      workId,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
      notified: true,
    })
    await plant.due()
    expect(await types()).toEqual([['W02', 2, 0]])
    expect(await plant.warnings()).toMatchObject([{ lock_id: 'demo-lk4', work_id: workId }])
    await at('15:10')
    expect((await types())[0]).toEqual(['W02', 3, 0])
  })

  it('W03: reminders 30 and 10 minutes before the end, once each, and a warning of level 3 at the end', async () => {
    const workId = await carryOut(plant, 'working')
    await query(
      `update lo_work_lock set allow_open_min = 600 where work_id = '${workId}' and lock_id = 'demo-lk4'`,
    )
    plant.at('16:20')
    await plant.opensCabinet(workId)
    const reminders = async (time: string) => {
      await at(time)
      const rows = await query(
        `select bus_type from sys_announcement where bus_type like 'W03-%' order by id`,
      )
      return rows.map((row) => row.bus_type)
    }
    expect(await reminders('16:29')).toEqual([])
    expect(await reminders('16:30')).toEqual(['W03-30'])
    expect(await reminders('16:45')).toEqual(['W03-30'])
    expect(await reminders('16:50')).toEqual(['W03-30', 'W03-10'])
    expect((await plant.bell('u6')).sysMsgList[0]?.titile).toBe('10kV 3号柜锁还未关闭，工作票10分钟后到期')
    await at('17:00')
    expect(await types()).toEqual(expect.arrayContaining([['W03', 3, 0]]))
  })

  it('W07: a lock open at shift change is told at level 1, and at 2 a quarter of an hour later', async () => {
    await plant.world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, plant.world.clock.now()))
    const workId = await carryOut(plant, 'working')
    await query(
      `update lo_work_lock set allow_open_min = 600 where work_id = '${workId}' and lock_id = 'demo-lk4'`,
    )
    plant.at('15:30')
    await plant.opensCabinet(workId)
    await at('15:59')
    expect(await types()).toEqual([])
    await at('16:00')
    expect(await types()).toEqual([['W07', 1, 0]])
    // The reminder of the end falls into the same minute.
    expect(pushed.map(({ userIds }) => userIds)).toContainEqual(expect.arrayContaining(['u5', 'u6', 'u8']))
    await at('16:15')
    expect(await types()).toEqual([['W07', 2, 0]])
  })
})

describe('warnings of the lock', () => {
  it('W05: latch and shackle disagree for a minute, also without an opening before; shut again it is over', async () => {
    plant.at('09:00')
    await plant.report('LK4', { type: 'NOTFULL', after: { latch: 1, shackle: 0 } })
    plant.at('09:00')
    await plant.due()
    expect(await types()).toEqual([])
    await at('09:01')
    expect(await types()).toEqual([['W05', 2, 0]])
    await at('09:11')
    expect((await types())[0]).toEqual(['W05', 3, 0])
    await plant.report('LK4', { type: 'CLOSE', after: { latch: 1, shackle: 1 } })
    await reacted(types, [['W05', 3, 3]])
  })

  it('W06: open and silent beyond offlineSec, level 3 after half an hour', async () => {
    const workId = await carryOut(plant, 'working')
    await query(
      `update lo_work_lock set allow_open_min = 600 where work_id = '${workId}' and lock_id = 'demo-lk4'`,
    )
    plant.at('10:00')
    await plant.opensCabinet(workId)
    await at('10:14', [])
    expect(await types()).toEqual([])
    await at('10:15', [])
    expect(await types()).toEqual([['W06', 2, 0]])
    await at('10:45', [])
    expect(await types()).toEqual([['W06', 3, 0]])
  })

  it('W06: a gateway that is down with more than twenty open locks is one warning with a list, closed when all are shut', async () => {
    plant.at('10:00')
    await query(`
      insert into lo_lock (id, tenant_id, lock_code, lock_name, lock_type_id, lock_purpose, area_id, area_code, device_sn, gateway_id,
        lock_status, state_trust, last_seen, online, custody, keeper_id)
      select 'f' || n, 0, 'F' || n, '柜锁' || n, 'demo-ty-ble', 2, 'demo-a0101', 'A01A01', 'F' || n, 'demo-dev-gw1', 2, 1,
        '2026-12-01 09:59:00+08', 1, 2, 'u11' from generate_series(1, 22) n`)
    await query(`insert into lo_lock_onoff (id, tenant_id, lock_id, area_code, open_time, limit_sec, state, judged)
      select 's' || n, 0, 'f' || n, 'A01A01', '2026-12-01 09:58:00+08', 99999, 1, 1 from generate_series(1, 22) n`)
    await query(`update lo_device set status = 2, offline_time = now() where id = 'demo-dev-gw1'`)
    await query(`update lo_lock set last_seen = '2026-12-01 10:05:00+08' where id = 'f22'`)
    await at('10:29')
    expect(await plant.warnings()).toMatchObject([
      { warn_type: 'W06', lock_id: 'demo-dev-gw1', warn_level: 2 },
    ])
    const list = async () =>
      (await query('select jsonb_array_length(lock_list) as n from lo_unclose_lock')).map(({ n }) => n)
    expect(await list()).toEqual([21])
    await at('10:35')
    expect(await list()).toEqual([22])
    await query(
      `update lo_lock_onoff set state = 2, close_time = '2026-12-01 10:40:00+08' where id like 's%'`,
    )
    await at('10:40')
    expect(await types()).toEqual([['W06', 2, 3]])
  })
})

describe('alarms of reports and conditions', () => {
  it('A03 A04 A12 A13 A15: each report is its alarm; A15 is silent, and shown to SAFETY only', async () => {
    plant.at('09:00')
    for (const type of ['TAMPER', 'JAM', 'HTEMP', 'MOVE', 'DURESS']) await plant.report('LK4', { type })
    await reacted(alarmTypes, ['A03', 'A04', 'A12', 'A13', 'A15'])
    expect(pushed.filter(({ msgTxt }) => msgTxt.includes('胁迫'))).toEqual([])
    const listed = async (roleCodes: string[]) =>
      (
        await plant
          .as('u12', { roleCodes })
          .get<{ records: { alarmType: string }[] }>('/loalarm/loAlarm/list')
      ).result.records
        .map((row) => row.alarmType)
        .includes('A15')
    expect([await listed(['SAFETY']), await listed(['KEEPER'])]).toEqual([true, false])
  })

  it('A02: repetitions within 60 s are one alarm, a later one is another, a repeated delivery counts nothing', async () => {
    plant.at('09:00')
    await plant.report('LK4', { type: 'MOVE' })
    await plant.report('LK4', { type: 'MOVE', ts: plant.world.clock.now() + 30_000 })
    await expect.poll(async () => (await plant.alarms())[0]?.['count']).toBe(2)
    const [log] = await query(
      `select id from lo_lock_log where event_type = 'MOVE' order by occur_time desc limit 1`,
    )
    await plant.world.emit('lock.alarmed', {
      tenantId: 0,
      lockId: 'demo-lk4',
      logId: log.id,
      eventType: 'MOVE',
    })
    plant.at('09:05')
    await plant.report('LK4', { type: 'MOVE' })
    await expect.poll(async () => (await plant.alarms()).map((row) => row['count'])).toEqual([2, 1])
  })

  it('A05: the fifth wrong try within three minutes, not the fourth', async () => {
    plant.at('09:00')
    for (let n = 0; n < 4; n += 1) await plant.report('LK4', { type: 'WRONG', ok: false })
    await at('09:01')
    expect(await alarmTypes()).toEqual([])
    await plant.report('LK4', { type: 'WRONG', ok: false })
    await reacted(alarmTypes, ['A05'])
  })

  it('A06 A07: a falling battery is low, then critical; a new one recovers the alarm', async () => {
    plant.at('09:00')
    await plant.beats('LK4', 20)
    await plant.due()
    expect(await alarmTypes()).toEqual(['A06'])
    plant.at('09:02')
    await plant.beats('LK4', 9)
    await plant.due()
    expect((await plant.alarms()).map((row) => [row['alarm_type'], row['status']])).toEqual([
      ['A06', 2],
      ['A07', 0],
    ])
    plant.at('09:04')
    await plant.beats('LK4', 100)
    await plant.due()
    expect((await plant.alarms()).map((row) => row['status'])).toEqual([2, 2])
  })

  it('A08 A09 A10 A11 A16 A18: absence, wrong clock, missing numbers, a broken chain, an unknown report, people left inside', async () => {
    const workId = await carryOut(plant, 'working')
    await query(`update lo_device set status = 2, offline_time = now() where id = 'demo-dev-gw1'`)
    await query(`update lo_device set clock_skew_ms = 200000 where device_sn = 'K1'`)
    await plant.report('LK4', { type: 'CLOSE', after: { latch: 1, shackle: 1 } })
    await plant.world.emit('chain.broken', {
      tenantId: 0,
      kind: 'lock',
      id: 'demo-lk5',
      label: 'LK5',
    })
    await plant.report('LK4', { type: 'NEWTYPE' })
    await plant.world.emit('device.gap', { tenantId: 0, sn: 'LK4', from: 2, to: 9 })
    await query(`update lo_work set on_site_count = 2 where id = '${workId}'`)
    await at('17:00')
    await expect.poll(alarmTypes).toEqual(expect.arrayContaining(['A08', 'A09', 'A10', 'A11', 'A16', 'A18']))
    await query(`update lo_work set on_site_count = 0 where id = '${workId}'`)
    await at('17:02')
    const a18 = (await plant.alarms()).find((row) => row['alarm_type'] === 'A18')
    expect(a18).toMatchObject({ status: 2, work_id: workId, alarm_level: 3 })
  })

  it('a report whose reaction was lost is found by the next look, which is a defect (A20)', async () => {
    plant.at('09:00')
    await query(`insert into lo_lock_log (id, tenant_id, lock_id, lock_name, event_type, occur_time, recv_time, time_quality, historical,
      prev_hash, hash) values ('${newUlid()}', 0, 'demo-lk4', '柜锁', 'TAMPER', '2026-12-01 08:59:00+08', now(), 2, 0, '', '')`)
    await plant.due()
    expect(await alarmTypes()).toEqual(['A03', 'A20'])
    await at('09:05')
    expect(await plant.alarms()).toMatchObject([{ count: 1 }, { count: 1 }])
  })
})
