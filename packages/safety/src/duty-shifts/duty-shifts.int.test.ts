import { dutyShiftEndpoints, warningEndpoints } from '@suoan/contract'
import { messageQueue, queueSettled } from '@suoan/admin/message-queue/index'
import { messageRoutes } from '@suoan/admin/message-routes/index'
import { messageTemplates } from '@suoan/admin/message-templates/index'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWarningWorld, type WarningWorld } from '../warnings/testing/warning-world.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { dutyShifts } from './index.ts'

/** The stand-in for a provider of telephone calls: it records whom it was asked to call. */
let provider: Server
const calls: { mobile: string; text: string }[] = []
let plant: WarningWorld
const day = '2026-03-12'

beforeAll(async () => {
  provider = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push(JSON.parse(Buffer.concat(parts).toString()) as (typeof calls)[number])
      response.end('{}')
    })
  })
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', () => ready()))
})
afterAll(() => {
  provider.close()
})
beforeEach(async () => {
  calls.length = 0
  plant = await createWarningWorld({
    features: [
      { name: 'message-queue', mount: messageQueue },
      { name: 'message-templates', mount: messageTemplates },
      { name: 'message-routes', mount: messageRoutes },
      { name: 'duty-shifts', mount: dutyShifts },
    ],
    env: { VOICE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/call` },
  })
  await plant.world.database.pool.query(
    `update sys_user set phone = '1390000' || lpad(substr(id, 2), 4, '0') where id ~ '^u[0-9]+$'`,
  )
})
afterEach(() => plant[Symbol.asyncDispose]())

/** Whom the provider was asked to call since the last question, by the tail of the number. */
const calledAt = async (time: string): Promise<string[]> => {
  const from = calls.length
  plant.at(time)
  await plant.beats('LK4')
  await plant.due()
  await plant.world.settled()
  await queueSettled(plant.world.ctx)
  return calls
    .slice(from)
    .map(({ mobile }) => `u${Number(mobile.slice(-4))}`)
    .toSorted()
}
const tenantId = async () =>
  (
    await plant.world.database.pool.query<{ t: number }>(
      `select tenant_id as t from lo_lock where id = 'demo-lk4'`,
    )
  ).rows[0]?.t ?? 0
const manager = async () => plant.world.as({ tenantId: await tenantId(), username: 'manager' })
const shift = async (userId: string, sequence: number, more: object = {}) =>
  (await manager()).post('/lodutyshift/loDutyShift/add', {
    dutyPost: 'DUTY',
    userId,
    sequence,
    startTime: `${day} 08:00:00`,
    endTime: `${day} 20:00:00`,
    ...more,
  })

async function openUntilThirdLevel(): Promise<void> {
  const workId = await carryOut(plant, 'working')
  plant.at('13:00')
  await plant.opensCabinet(workId)
  expect([await calledAt('13:15'), await calledAt('13:30')]).toEqual([[], []])
}

describe('W01 at level 3 calls the duty room', () => {
  it('in the order of the roster: the first at once, the next with every five minutes without an answer, until somebody acknowledges', async () => {
    const today = new Date(plant.world.ctx.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const times = { startTime: `${today} 00:00:00`, endTime: `${today} 23:59:00` }
    expect(await shift('u3', 1, times)).toMatchObject({ success: true })
    expect(await shift('u7', 2, times)).toMatchObject({ success: true })
    // Over by then: nobody to be called.
    await shift('u9', 1, { ...times, endTime: `${today} 12:00:00` })
    await openUntilThirdLevel()
    expect(await calledAt('13:45')).toEqual(['u3'])
    expect(calls.at(-1)?.text).toBe('10kV 3号柜锁已开启45分钟未关闭')
    expect(await calledAt('13:50')).toEqual(['u3', 'u7'])
    const [warning] = await plant.warnings()
    expect(warning?.['notify_ids']).toEqual(expect.arrayContaining(['u3', 'u7', 'u12']))
    // Whoever is on duty may answer, although he holds no post.
    expect(
      await plant.call('u7', warningEndpoints.ack, { id: String(warning?.['id']), remark: '已派人' }),
    ).toMatchObject({ success: true })
    expect(await calledAt('13:55')).toEqual([])
  })
  it('without a roster calls everybody who holds the post, and the bell is told as before', async () => {
    const { pool } = plant.world.database
    await pool.query(
      `insert into sys_role (id, role_name, role_code, tenant_id) values ('r-duty', '值班室', 'DUTY', $1)`,
      [await tenantId()],
    )
    await pool.query(
      `insert into sys_user_role (id, user_id, role_id) values ('ur-1', 'u7', 'r-duty'), ('ur-2', 'u9', 'r-duty')`,
    )
    await openUntilThirdLevel()
    expect(await calledAt('13:45')).toEqual(['u7', 'u9'])
    expect((await plant.warnings())[0]?.['notify_ids']).toEqual(
      expect.arrayContaining(['u12', 'u2', 'u5', 'u6', 'u8', 'u11', 'u3']),
    )
  })
})

describe('the roster', () => {
  it('refuses what cannot be a shift', async () => {
    expect(await shift('u3', 1)).toMatchObject({ success: true })
    for (const [userId, more, message] of [
      ['u3', {}, '已排了同一岗位的班'],
      ['nobody', {}, '值班人'],
      ['u7', { endTime: `${day} 08:00:00` }, '须晚于'],
      ['u7', { endTime: '2026-06-01 08:00:00' }, '最长 31 天'],
    ] as const)
      expect(await shift(userId, 1, more)).toMatchObject({
        success: false,
        message: expect.stringContaining(message),
      })
  })
  it('is made by turns, all of it or nothing, and says who is on duty now', async () => {
    const me = await manager()
    const arrange = (body: object) => me.post('/lodutyshift/loDutyShift/arrange', body)
    const today = new Date(plant.world.ctx.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const plan = {
      dutyPost: 'DUTY',
      userIds: ['u3', 'u7'],
      startTime: `${today} 00:00:00`,
      hours: 8,
      shifts: 4,
    }
    expect(await arrange({ ...plan, userIds: ['u3', 'gone'] })).toMatchObject({ success: false })
    expect(await arrange({ ...plan, dutyPost: 'X' })).toMatchObject({ success: false })
    expect(await arrange({ ...plan, shifts: 401 })).toMatchObject({ success: false })
    const count = async () =>
      (await plant.world.database.pool.query(`select 1 from lo_duty_shift where del_flag = 0`)).rows.length
    expect(await count()).toBe(0)
    expect(await arrange(plan)).toMatchObject({ success: true, message: '已排 4 班' })
    expect(await count()).toBe(4)
    plant.at('09:00')
    const { result } = await me.get<{ onDuty: { userId: string }[] }>(dutyShiftEndpoints.now.path)
    expect(result.onDuty.map(({ userId }) => userId)).toEqual(['u7'])
    const stranger = plant.world.as({ tenantId: 9_999 })
    expect((await stranger.get<{ onDuty: unknown[] }>(dutyShiftEndpoints.now.path)).result.onDuty).toEqual([])
  })
})
