import type { Page } from '@suoan/contract'
import { batteryAlarm } from '@suoan/domain/alarm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { plantDemo } from '../lock-records/testing.ts'
import { locks } from '../locks/index.ts'
import { batteryAlarmSql } from './battery-alarm.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'locks', mount: locks }] })
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const percent = fc.integer({ min: 0, max: 100 })
const type = fc.record({
  powerType: fc.constantFrom(1 as const, 2 as const, 3 as const),
  battLow: percent,
  battCrit: percent,
})
const charge = fc.option(percent, { nil: null })

it('A06 A07: database, list of locks and domain judge every battery the same', async () => {
  const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
  const expected: Record<string, string | null> = {}
  for (const [index, [limits, batteries]] of fc
    .sample(fc.tuple(type, fc.array(charge, { minLength: 6, maxLength: 6 })), 20)
    .entries()) {
    const typeId = `t${index}`
    await query(
      `insert into lo_lock_type (id, type_code, type_name, power_type, purposes, batt_low, batt_crit)
       values ($1, $1, $1, $2, '1', $3, $4)`,
      [typeId, limits.powerType, limits.battLow, limits.battCrit],
    )
    // Both limits themselves, and what lies around.
    for (const [nth, battery] of [...batteries, limits.battLow, limits.battCrit].entries()) {
      const code = `B${index}-${nth}`
      expected[code] = batteryAlarm(battery, limits)
      await query(
        `insert into lo_lock (id, lock_code, lock_name, lock_type_id, lock_purpose, area_id, area_code, keeper_id, battery)
         values ($1, $1, $1, $2, 1, 'demo-a0101', 'A01A01', 'u11', $3)`,
        [code, typeId, battery],
      )
    }
  }
  const { rows } = await query(
    `select l.lock_code, ${batteryAlarmSql} as alarm from lo_lock l join lo_lock_type t on t.id = l.lock_type_id
     where l.lock_code like 'B%'`,
  )
  expect(Object.fromEntries(rows.map((row) => [row['lock_code'], row['alarm']]))).toEqual(expected)

  type Listed = { lockCode: string; batteryAlarm: string | null }
  const { result } = await world
    .as()
    .get<Page<Listed>>('/lolock/loLock/list', { pageSize: 200, lockCode: 'B*' })
  const listed = result.records.map((row) => [row.lockCode, row.batteryAlarm])
  expect(Object.fromEntries(listed)).toEqual(expected)
})
