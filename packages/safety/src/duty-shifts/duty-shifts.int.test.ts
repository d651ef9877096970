import { dutyShiftEndpoints, warningEndpoints, workTicketEndpoints } from '@suoan/contract'
import { messageQueue, queueSettled } from '@suoan/admin/message-queue/index'
import { messageRoutes } from '@suoan/admin/message-routes/index'
import { messageTemplates } from '@suoan/admin/message-templates/index'
import { isNight } from '@suoan/platform/testing/at-night'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
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
const calledAt = async (time: string, beating: readonly string[] = ['LK4']): Promise<string[]> => {
  const from = calls.length
  plant.at(time)
  for (const code of beating) await plant.beats(code)
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

describe('every other warning calls the duty room when it reaches level 3', () => {
  const query = (text: string) => plant.world.database.pool.query(text)
  const open = { latch: 0, shackle: 0 } as const
  /** u3 is called first, u7 second, all day. */
  const roster = async () => {
    const today = new Date(plant.world.ctx.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const times = { startTime: `${today} 00:00:00`, endTime: `${today} 23:59:00` }
    for (const [userId, sequence] of [
      ['u3', 1],
      ['u7', 2],
    ] as const)
      expect(await shift(userId, sequence, times)).toMatchObject({ success: true })
  }
  const stays = (workId: string) =>
    query(`update lo_work_lock set allow_open_min = 600 where work_id = '${workId}' and lock_id = 'demo-lk4'`)
  /** One warning of this kind, which whoever is on duty ends the calls of, and whose text was read aloud. */
  const answered = async (warnType: string, text: string, then: string, beating?: readonly string[]) => {
    const found = (await plant.warnings()).filter((row) => row['warn_type'] === warnType)
    expect(found).toMatchObject([{ warn_level: 3 }])
    expect(calls.map((call) => call.text)).toContain(text)
    const id = String(found[0]?.['id'])
    expect(await plant.call('u7', warningEndpoints.ack, { id, remark: '已派人' })).toMatchObject({
      success: true,
    })
    const from = calls.length
    await calledAt(then, beating)
    expect(calls.slice(from).filter((call) => call.text === text)).toEqual([])
  }

  it.runIf(isNight)('W02, ten minutes after the work was finished with an open lock', async () => {
    const workId = await carryOut(plant, 'working')
    await roster()
    plant.at('14:58')
    await plant.opensCabinet(workId)
    plant.at('15:00')
    await plant.call('u5', workTicketEndpoints.finish, { workId, closeResult: '1' })
    expect([await calledAt('15:00'), await calledAt('15:05')]).toEqual([[], []])
    expect([await calledAt('15:10'), await calledAt('15:15')]).toEqual([['u3'], ['u3', 'u7']])
    await answered('W02', '10kV 3号柜锁完工时未关闭', '15:20')
  })
  it.runIf(isNight)('W03, at once when the ticket ends', async () => {
    const workId = await carryOut(plant, 'working')
    await roster()
    await stays(workId)
    plant.at('16:20')
    await plant.opensCabinet(workId)
    expect(await calledAt('16:55')).toEqual([])
    expect(await calledAt('17:00')).toContain('u3')
    expect(await calledAt('17:05')).toEqual(expect.arrayContaining(['u3', 'u7']))
    await answered('W03', '10kV 3号柜锁在工作票到期时仍未关闭', '17:10')
  })
  it('W04, at once when a lock is opened without a right', async () => {
    await roster()
    plant.at('09:00')
    await plant.report('LK4', { type: 'OPEN', uid: 'u13', after: open })
    await plant.world.settled()
    expect([await calledAt('09:00'), await calledAt('09:05')]).toEqual([['u3'], ['u3', 'u7']])
    await answered('W04', '10kV 3号柜锁被无票打开，尚未关闭', '09:10')
  })
  it('W05, ten minutes after a lock was found not fully locked', async () => {
    await roster()
    plant.at('09:00')
    await plant.report('LK4', { type: 'NOTFULL', after: { latch: 1, shackle: 0 } })
    expect([await calledAt('09:01'), await calledAt('09:06')]).toEqual([[], []])
    expect([await calledAt('09:11'), await calledAt('09:16')]).toEqual([['u3'], ['u3', 'u7']])
    await answered('W05', '10kV 3号柜锁未锁到位', '09:21')
  })
  it.runIf(isNight)('W06, half an hour after an open lock fell silent', async () => {
    const workId = await carryOut(plant, 'working')
    await roster()
    await stays(workId)
    plant.at('10:00')
    await plant.opensCabinet(workId)
    expect([await calledAt('10:15', []), await calledAt('10:30', [])]).toEqual([[], []])
    expect([await calledAt('10:45', []), await calledAt('10:50', [])]).toEqual([['u3'], ['u3', 'u7']])
    await answered('W06', '10kV 3号柜锁开启后失去联系', '10:55', [])
  })
  it.runIf(isNight)('W07 never, as it reaches level 2 at most; the crew is told', async () => {
    await plant.world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, plant.world.clock.now()))
    const workId = await carryOut(plant, 'working')
    await roster()
    await stays(workId)
    plant.at('15:30')
    await plant.opensCabinet(workId)
    for (const time of ['16:00', '16:15', '16:50']) expect([time, await calledAt(time)]).toEqual([time, []])
    expect(await plant.warnings()).toMatchObject([{ warn_type: 'W07', warn_level: 2 }])
    expect((await plant.warnings())[0]?.['notify_ids']).toEqual(expect.arrayContaining(['u5', 'u6', 'u8']))
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
