import type { ReactionEvents } from '@suoan/contract/events'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { addDeclaredJobs, jobRunnerOf } from '@suoan/platform/jobs'
import { oneByOne } from '@suoan/platform/reactions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { audit } from '../audit/index.ts'
import { forecastBatteries, tellLow } from './battery-forecast.ts'
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
/** What is to reach people outside the console, from `listen` on. */
let wanted: ReactionEvents['message.wanted'][] = []
let isListening = false
const listen = (): void => {
  wanted = []
  if (isListening) return
  isListening = true
  plant.world.ctx.reactions.declare({
    name: 'test.seen',
    title: '测试',
    event: 'message.wanted',
    key: () => 'test',
    handle: oneByOne(async (_, message) => void wanted.push(message)),
  })
}
/** The day in Shanghai. */
const day = (days: number) => shanghaiTime(at(days).getTime()).slice(0, 10)
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
    await query('update lo_lock set next_inspect = $2 where id = $1', [id, day(10)])
    await query('delete from lo_person_cert')
    const told = () => remind(plant.world.ctx, 30)
    listen()
    const before = await told()
    expect(before).toBeGreaterThanOrEqual(1)
    expect(await told()).toBe(0)
    const { rows } = await query(
      `select s.user_id from sys_announcement a join sys_announcement_send s on s.annt_id = a.id where a.titile like '锁具检验%'`,
    )
    expect(rows.map((row) => row.user_id)).toContain(keeper)
    // Once more in the last week, with the values that a template needs.
    plant.world.clock.advance(4 * 86_400_000)
    expect(await told()).toBeGreaterThanOrEqual(1)
    expect(await told()).toBe(0)
    await plant.world.settled()
    const ofLock = wanted.filter(({ about }) => about?.id.startsWith(`${id}-`))
    expect(ofLock.map(({ variables }) => variables?.['days'])).toEqual(['10', '6'])
    expect(ofLock[0]).toMatchObject({ event: 'inspectionDue', userIds: expect.arrayContaining([keeper]) })
    plant.world.clock.advance(7 * 86_400_000)
    expect(await told()).toBeGreaterThanOrEqual(1)
    expect(await told()).toBe(0)
  })

  it('the yearly inspection of an effective procedure is told before it is due, that of others never', async () => {
    const version = (id: string, no: number, status: number) =>
      query(
        `insert into lo_procedure (id, proc_name, equip_id, version_no, status, work_type, work_level, content, hazards, next_inspect)
        values ($1, '泵 P-101 停机隔离', 'demo-p101', $2, $3, '09', '2', '检修', '04', $4)`,
        [id, no, status, day(20)],
      )
    await version('proc-1', 1, 2)
    await version('proc-2', 2, 1)
    listen()
    expect(await remind(plant.world.ctx, 30)).toBeGreaterThanOrEqual(1)
    await plant.world.settled()
    const told = wanted.filter(({ about }) => about?.id.startsWith('proc-'))
    expect(told).toMatchObject([
      { event: 'inspectionDue', variables: { subject: '泵 P-101 停机隔离 第 2 版', days: '20' } },
    ])
  })

  it('a certificate is told to its holder, a low battery to the keeper once until it is replaced', async () => {
    const { id, tenant_id: tenant, keeper_id: keeper } = await lock()
    listen()
    await query(
      `insert into lo_person_cert (id, tenant_id, user_id, cert_type, cert_no, valid_from, valid_to, status)
      values ('cert-x', $1, $2, '1', 'DG-1', $3, $4, 1)`,
      [tenant, keeper, day(-300), day(20)],
    )
    expect(await remind(plant.world.ctx, 30)).toBeGreaterThanOrEqual(1)
    const low = async (days: number | null) => {
      await query('update lo_lock set batt_days_left = $2 where id = $1', [id, days])
      return await tellLow(plant.world.ctx, 14)
    }
    await query('update lo_lock set batt_days_left = null')
    expect(await low(15)).toBe(0)
    expect(await low(14)).toBe(1)
    expect(await low(13)).toBe(0)
    expect(await low(16)).toBe(0)
    expect(await low(12)).toBe(0)
    expect(await low(null)).toBe(0)
    expect(await low(9)).toBe(1)
    await plant.world.settled()
    expect(wanted.find(({ about }) => about?.id.startsWith('cert-x'))).toMatchObject({
      event: 'certExpiring',
      userIds: expect.arrayContaining([keeper]),
      variables: { subject: expect.stringContaining('DG-1'), days: '20' },
    })
    const batteries = wanted.filter(({ event, userIds }) => event === 'battery' && userIds.includes(keeper))
    expect(batteries.map(({ title }) => title)).toEqual(['1 把锁的电量将要用完', '1 把锁的电量将要用完'])
  })
})
