import { isAbsent, type Contact } from '@suoan/domain/alarm'
import { custody, execPhase, workStatus } from '@suoan/domain/dictionaries'
import { isLateInside } from '@suoan/domain/work-ticket'
import { inTransaction } from '@suoan/platform/db/transaction'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_D, plantDemo } from '../../lock-records/testing.ts'
import { checkConditions } from './conditions.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const query = (text: string, values: unknown[]) => world.database.pool.query(text, values)
const past = fc.option(fc.constantFrom(DAY_D - 60_000, DAY_D), { nil: null })

/** Looks once, and answers whose alarm of this type stands among those named with the prefix. */
async function standing(alarmType: string, prefix: string): Promise<string[]> {
  await inTransaction(world.ctx, (tx, emit) => checkConditions(tx, emit, DAY_D))
  const { rows } = await query(
    `select source_sn as sn from lo_alarm where alarm_type = $1 and status in (0, 1) and source_sn like $2 order by 1`,
    [alarmType, `${prefix}%`],
  )
  return rows.map((row) => row['sn'])
}

const device = fc.record({
  by: fc.constant('connection' as const),
  status: fc.constantFrom(0, 1, 2, 3, 4, 5),
  offlineAt: past,
})
const silentLock = fc.record({
  by: fc.constant('silence' as const),
  deviceSn: fc.constantFrom('has one', null),
  online: fc.constantFrom(0, 1, 9),
  lastSeen: past,
  custody: fc.constantFrom(...Object.values(custody)),
})

it('A08: the look over the tables finds absent what the domain calls absent', async () => {
  const contacts = [...fc.sample(device, 60), ...fc.sample(silentLock, 140)]
  const absent: string[] = []
  for (const [n, contact] of contacts.entries()) {
    const sn = `absent-${n}`
    if (isAbsent(contact)) absent.push(sn)
    await store(sn, contact)
  }
  expect(absent.length).toBeGreaterThan(10)
  expect(await standing('A08', 'absent-')).toEqual(absent.toSorted())
})

async function store(sn: string, contact: Contact): Promise<void> {
  const time = (at: number | null) => (at === null ? null : new Date(at))
  if (contact.by === 'connection') {
    await query(
      `insert into lo_device (id, device_sn, kind, status, offline_time) values ($1, $1, 'GW', $2, $3)`,
      [sn, contact.status, time(contact.offlineAt)],
    )
    return
  }
  await query(
    `insert into lo_lock (id, lock_code, lock_name, lock_type_id, lock_purpose, area_id, area_code, keeper_id, device_sn, online,
      last_seen, custody) values ($1, $1, $1, 'demo-ty-ble', 1, 'demo-a0101', 'A01A01', 'u11', $2, $3, $4, $5)`,
    [sn, contact.deviceSn === null ? null : sn, contact.online, time(contact.lastSeen), contact.custody],
  )
}

const ticket = fc.record({
  status: fc.constantFrom(...Object.values(workStatus)),
  phase: fc.constantFrom(...Object.values(execPhase)),
  voidFlag: fc.boolean(),
  closeFlag: fc.boolean(),
  onSiteCount: fc.constantFrom(0, 1, 3),
  validEnd: fc.option(fc.constantFrom(DAY_D - 1, DAY_D, DAY_D + 1), { nil: null }),
})

it('A18: the look over the tables finds people inside too late where the domain does', async () => {
  const late: string[] = []
  for (const [n, each] of fc.sample(ticket, 300).entries()) {
    const id = `late-${n}`
    if (isLateInside(each, DAY_D)) late.push(id)
    await query(
      `insert into lo_work (id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards, plan_start,
        plan_end, work_status, exec_phase, void_flag, close_flag, on_site_count, valid_end)
      values ($1, $1, $1, '10', '2', 'demo-a0101', 'A01A01', '', '', '', $2, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        new Date(DAY_D),
        each.status,
        each.phase,
        each.voidFlag ? 1 : 0,
        each.closeFlag ? 1 : 0,
        each.onSiteCount,
        each.validEnd === null ? null : new Date(each.validEnd),
      ],
    )
  }
  expect(late.length).toBeGreaterThan(5)
  expect(await standing('A18', 'late-')).toEqual(late.toSorted())
})
