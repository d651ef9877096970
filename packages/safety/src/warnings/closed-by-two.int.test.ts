import { warningEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { warningRules } from '@suoan/domain/warning'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { afterEach, describe, expect, it } from 'vitest'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

let plant: WarningWorld
afterEach(() => plant[Symbol.asyncDispose]())

const open = { latch: 0, shackle: 0 } as const
const shut = { latch: 1, shackle: 1 } as const
const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const at = async (time: string, beating: readonly string[] = ['LK4']) => {
  plant.at(time)
  for (const code of beating) await plant.beats(code)
  await plant.due()
}

async function longOpening(): Promise<string> {
  const workId = await carryOut(plant, 'working')
  await query(
    `update lo_work_lock set allow_open_min = 600 where work_id = '${workId}' and lock_id = 'demo-lk4'`,
  )
  return workId
}

/** How each rule comes to warn of LK4, and the times (HH:mm) at which it is closed, silent, and heard of again. */
const kinds: readonly {
  readonly warnType: string
  readonly raise: () => Promise<unknown>
  readonly closed: string
  readonly silent: string
  readonly heard: string
}[] = [
  {
    warnType: 'W01',
    raise: async () => {
      const workId = await carryOut(plant, 'working')
      plant.at('13:00')
      await plant.opensCabinet(workId)
      await at('13:15')
    },
    closed: '13:16',
    silent: '13:17',
    heard: '13:18',
  },
  {
    warnType: 'W02',
    raise: async () => {
      const workId = await carryOut(plant, 'working')
      plant.at('14:58')
      await plant.opensCabinet(workId)
      plant.at('15:00')
      await plant.call('u5', tickets.finish, { workId, closeResult: '1' })
      await plant.due()
    },
    closed: '15:01',
    silent: '15:02',
    heard: '15:03',
  },
  {
    warnType: 'W03',
    raise: async () => {
      const workId = await longOpening()
      plant.at('16:50')
      await plant.opensCabinet(workId)
      await at('17:00')
    },
    closed: '17:01',
    silent: '17:02',
    heard: '17:03',
  },
  {
    warnType: 'W04',
    raise: async () => {
      plant.at('09:00')
      await plant.report('LK4', { type: 'OPEN', uid: 'u13', after: open })
      await expect.poll(async () => (await plant.warnings()).length).toBe(1)
    },
    closed: '09:01',
    silent: '09:02',
    heard: '09:03',
  },
  {
    warnType: 'W05',
    raise: async () => {
      plant.at('09:00')
      await plant.report('LK4', { type: 'NOTFULL', after: { latch: 1, shackle: 0 } })
      await at('09:01')
    },
    closed: '09:02',
    silent: '09:03',
    heard: '09:04',
  },
  {
    warnType: 'W06',
    raise: async () => {
      const workId = await longOpening()
      plant.at('10:00')
      await plant.opensCabinet(workId)
      await at('10:15', [])
    },
    closed: '10:16',
    silent: '10:20',
    heard: '10:30',
  },
  {
    warnType: 'W07',
    raise: async () => {
      await plant.world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, plant.world.clock.now()))
      const workId = await longOpening()
      plant.at('15:30')
      await plant.opensCabinet(workId)
      await at('16:00')
    },
    closed: '16:01',
    silent: '16:02',
    heard: '16:03',
  },
]

const everyKind = warningRules.map(({ warnType }) => {
  const kind = kinds.find((each) => each.warnType === warnType)
  if (!kind) throw new Error(`no way to raise ${warnType}`)
  return kind
})

const one = async (warnType: string) => {
  const rows = (await plant.warnings()).filter((row) => row['warn_type'] === warnType)
  expect(rows).toHaveLength(1)
  return rows[0] ?? {}
}

async function closeByTwo(way: 'adminClose' | 'falseAlarm', warnType: string): Promise<void> {
  const { id } = (await one(warnType)) as { id: string }
  const input = { id, remark: '现场核实已锁' }
  await plant.take('u12', warningEndpoints[way], { ...input, photo: await plant.photo('u12') })
  await plant.take('u4', warningEndpoints[way], input)
}

const session = async () =>
  await query(`select s.state, s.id = l.open_session_id as is_lock_s from lo_lock_onoff s join lo_lock l on l.id = s.lock_id
    where l.id = 'demo-lk4' order by s.open_time desc limit 1`)

describe.each(['adminClose', 'falseAlarm'] as const)('closed by two people: %s', (way) => {
  it.each(everyKind)(
    '$warnType comes back with the next word of a lock that is not shut, and stays until it is',
    async ({ warnType, raise, closed, silent, heard }) => {
      plant = await createWarningWorld()
      await raise()
      plant.at(closed)
      await closeByTwo(way, warnType)
      const ended = way === 'adminClose' ? 3 : 4
      expect(await one(warnType)).toMatchObject({ status: ended })
      await at(silent, [])
      expect(await one(warnType)).toMatchObject({ status: ended, close_kind: 5 })
      const told: string[] = []
      plant.world.ctx.broadcasts.on('notice.sent', ({ msgTxt }) => void told.push(msgTxt))
      await at(heard)
      const back = await one(warnType)
      expect(back).toMatchObject({
        status: 0,
        close_time: null,
        close_kind: null,
        ask_by: null,
        return_count: 1,
      })
      expect(told.filter((text) => text.includes('柜锁')).length).toBeGreaterThan(0)
      expect(await session()).toEqual([{ state: 1, is_lock_s: true }])
      await plant.report('LK4', { type: 'CLOSE', after: shut })
      await expect.poll(async () => (await one(warnType))['status']).toBe(3)
      expect((await one(warnType))['close_kind']).not.toBe(5)
      await at('23:59')
      expect(await one(warnType)).toMatchObject({ status: 3, return_count: 1 })
    },
  )
})

describe('what two people said', () => {
  const raised = async () => {
    plant = await createWarningWorld()
    await kinds[0]?.raise()
    plant.at('13:16')
    await closeByTwo('adminClose', 'W01')
  }

  it('holds for a lock that reports itself shut afterwards', async () => {
    await raised()
    await plant.report('LK4', { type: 'CLOSE', after: shut })
    await at('13:30')
    await plant.report('LK4', { type: 'OPEN', uid: 'u6', after: open })
    await at('13:31')
    expect(await one('W01')).toMatchObject({ status: 3, close_kind: 5, return_count: 0 })
  })

  it('holds about a silent lock until the shift changes', async () => {
    await raised()
    await plant.world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, plant.world.clock.now()))
    await at('15:59', [])
    expect(await one('W01')).toMatchObject({ status: 3 })
    await at('16:00', [])
    expect(await one('W01')).toMatchObject({ status: 0, return_count: 1 })
  })

  it('holds for half a day where no shift is set', async () => {
    await raised()
    await query(
      `update sys_dict_item set status = 0 where dict_id in (select id from sys_dict where dict_code = 'lo_shift_start')`,
    )
    await at('23:59', [])
    expect(await one('W01')).toMatchObject({ status: 3 })
    plant.world.clock.set(plant.world.clock.now() + 80 * 60_000)
    await plant.due()
    expect(await one('W01')).toMatchObject({ status: 0 })
  })

  it('is over when the lock says its whole state anew and it is open: one warning, one open session', async () => {
    await raised()
    plant.at('13:17')
    await plant.states('LK4', 0)
    await at('13:18', [])
    expect(await one('W01')).toMatchObject({ status: 0, return_count: 1 })
    expect(
      await query(`select count(*)::int as n from lo_lock_onoff where lock_id = 'demo-lk4' and state = 1`),
    ).toEqual([{ n: 1 }])
  })

  it('is asked for anew: a warning that came back is closed by two people again, not by one', async () => {
    await raised()
    await at('13:18')
    const { id } = (await one('W01')) as { id: string }
    const again = { id, remark: '现场核实已锁', photo: await plant.photo('u4') }
    expect(await plant.take('u4', warningEndpoints.adminClose, again)).toMatchObject({ done: false })
    expect(await query(`select count(*)::int as n from sys_log where log_content like '%警告恢复%'`)).toEqual(
      [{ n: 1 }],
    )
  })

  it('W06 of a gateway comes back at the change of shift while one of its locks is open', async () => {
    plant = await createWarningWorld()
    await plant.world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, plant.world.clock.now()))
    plant.at('10:00')
    await query(`
      insert into lo_lock (id, tenant_id, lock_code, lock_name, lock_type_id, lock_purpose, area_id, area_code, device_sn, gateway_id,
        lock_status, state_trust, last_seen, online, custody, keeper_id)
      select 'f' || n, 0, 'F' || n, '柜锁' || n, 'demo-ty-ble', 2, 'demo-a0101', 'A01A01', 'F' || n, 'demo-dev-gw1', 2, 1,
        '2026-12-01 09:59:00+08', 1, 2, 'u11' from generate_series(1, 22) n`)
    await query(`insert into lo_lock_onoff (id, tenant_id, lock_id, area_code, open_time, limit_sec, state, judged)
      select 's' || n, 0, 'f' || n, 'A01A01', '2026-12-01 09:58:00+08', 99999, 1, 1 from generate_series(1, 22) n`)
    await query(`update lo_device set status = 2, offline_time = now() where id = 'demo-dev-gw1'`)
    await at('10:29', [])
    await closeByTwo('adminClose', 'W06')
    await at('10:40', [])
    expect(await one('W06')).toMatchObject({ status: 3 })
    await at('16:00', [])
    expect(await one('W06')).toMatchObject({ status: 0, return_count: 1 })
  })
})
