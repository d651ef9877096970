import { addDeclaredJobs, jobRunnerOf } from '@suoan/platform/jobs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { audit } from '../audit/index.ts'
import { forecastBatteries } from './battery-forecast.ts'
import { scheduledJobs } from './index.ts'
import { remind } from './reminders.ts'
import { rollUp } from './telemetry-roll-up.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'audit', mount: audit },
      { name: 'scheduled-jobs', mount: scheduledJobs },
    ],
  })
})
afterAll(() => plant[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => plant.world.database.pool.query(text, values)
const at = (days: number) => new Date(plant.world.clock.now() + days * 86_400_000)
const lock = async () =>
  (await query('select id, tenant_id, device_sn, keeper_id from lo_lock where device_sn is not null limit 1'))
    .rows[0]

describe('readings of devices', () => {
  it('are rolled up by the hour, forecast the battery, and go when they are old', async () => {
    const { id, tenant_id: tenant, device_sn: sn } = await lock()
    // Twenty days, two percent a day, one reading every six hours; the newest shows 60 percent.
    await query(
      `insert into lo_telemetry (tenant_id, device_sn, ts, battery, temp)
      select $1, $2, $3::timestamptz - n * interval '6 hours', 60 + n / 2, 20 from generate_series(1, 80) n`,
      [tenant, sn, at(0)],
    )
    expect(await rollUp(plant.world.ctx, 24 * 30)).toBe(80)
    expect(await rollUp(plant.world.ctx, 24 * 30)).toBe(0)
    expect((await forecastBatteries(plant.world.ctx, 30)).forecast).toBe(1)
    const left = async () =>
      (await query('select batt_days_left as n from lo_lock where id = $1', [id])).rows[0].n
    expect(await left()).toBeGreaterThanOrEqual(29)
    expect(await left()).toBeLessThanOrEqual(31)
    // A new battery: the line begins anew, and three days are not there yet.
    await query(
      `insert into lo_telemetry_hour (tenant_id, device_sn, hour, readings, battery_min) values ($1, $2, $3, 1, 100)`,
      [tenant, sn, at(0)],
    )
    await forecastBatteries(plant.world.ctx, 30)
    expect(await left()).toBeNull()

    await addDeclaredJobs(plant.world.ctx)
    await query(`update sys_quartz_job set status = -1 where job_class_name <> 'jobs.LogRetention'`)
    const runner = jobRunnerOf(plant.world.ctx)
    await runner.settle()
    plant.world.clock.advance(100 * 86_400_000)
    await runner.settle()
    const runs = await query(`select status, output, error from job_run where status <> 'missed'`)
    expect(runs.rows).toMatchObject([
      { status: 'done', output: expect.stringContaining('设备读数：清理 80 行') },
    ])
    expect((await query('select count(*)::int as n from lo_telemetry_hour')).rows[0].n).toBe(81)
  })
})

describe('what comes to its end', () => {
  it('is told once to whom it concerns, and again when it is over', async () => {
    const { id, keeper_id: keeper } = await lock()
    await query('update lo_lock set next_inspect = null')
    await query('update lo_lock set next_inspect = $2 where id = $1', [id, at(10)])
    await query('delete from lo_person_cert')
    const told = () => remind(plant.world.ctx, 30)
    const before = await told()
    expect(before).toBeGreaterThanOrEqual(1)
    expect(await told()).toBe(0)
    const { rows } = await query(
      `select s.user_id from sys_announcement a join sys_announcement_send s on s.annt_id = a.id where a.titile like '锁具检验%'`,
    )
    expect(rows.map((row) => row.user_id)).toContain(keeper)
    plant.world.clock.advance(11 * 86_400_000)
    expect(await told()).toBeGreaterThanOrEqual(1)
    expect(await told()).toBe(0)
  })
})
