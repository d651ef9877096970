import { genesis } from '@suoan/domain/evidence-chain'
import { verifyChain } from '@suoan/domain/evidence-chain/testing'
import { lockStatus, stateTrust } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import type { ReactionEvents } from '@suoan/contract/events'
import { sha256 } from '../evidence/hash.ts'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { logColumns } from './log-chain.ts'
import { recordEvents } from './record-events.ts'
import { ackFrom, canonicalLogRow, DAY_D, eventFrom, plantDemo, stateFrom, storedLogRow } from './testing.ts'

let world: TestWorld
const minute = 60_000

beforeAll(async () => {
  world = await createTestWorld({ features: [] })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await asDba(world.database.pool, 'delete from lo_lock_log')
  for (const table of ['lo_event_seen', 'lo_device_gap', 'lo_device_ingest', 'lo_lock_onoff', 'lo_cmd'])
    await sql.raw(`delete from ${table}`).execute(world.ctx.db)
  await sql`update lo_lock set lock_status = 0, latch = 9, shackle = 9, state_trust = 9, state_time = null,
    last_boot = null, last_seq = null, chain_head = null, chain_seq = 0, open_session_id = null,
    last_open_time = null, last_close_time = null`.execute(world.ctx.db)
})

const record = (...messages: Parameters<typeof recordEvents>[1]) => recordEvents(world.ctx, messages)
const lockOf = (lockCode: string) =>
  world.ctx.db.selectFrom('loLock').selectAll().where('lockCode', '=', lockCode).executeTakeFirstOrThrow()
const logsOf = (sn: string) =>
  world.ctx.db.selectFrom('loLockLog').selectAll().where('deviceSn', '=', sn).orderBy('chainSeq').execute()
const sessionsOf = (lockId: string) =>
  world.ctx.db
    .selectFrom('loLockOnoff')
    .selectAll()
    .where('lockId', '=', lockId)
    .orderBy('openTime')
    .execute()

describe('an opening and its closing', () => {
  it('move the state, keep the last times and make one session of nine minutes', async () => {
    await record(eventFrom('LK4', { seq: 1 }, { type: 'OPEN', uid: 'u6', method: '04', batt: 83 }))
    expect(await lockOf('LK4')).toMatchObject({
      lockStatus: lockStatus.open,
      stateTrust: stateTrust.confirmed,
      online: 1,
      battery: 83,
    })
    const at = DAY_D + 9 * minute
    await record(eventFrom('LK4', { seq: 2, ts: at }, { type: 'CLOSE', uid: 'u6', ts: at }))
    expect(await lockOf('LK4')).toMatchObject({ lockStatus: lockStatus.closed, openSessionId: null })
    expect(await sessionsOf('demo-lk4')).toMatchObject([
      {
        state: 2,
        durationSec: 540,
        overSec: 0,
        openUserId: 'u6',
        closeUserId: 'u6',
        closeKind: 1,
        limitSec: 900,
      },
    ])
    const last = await world.ctx.db.selectFrom('loLockLast').selectAll().executeTakeFirstOrThrow()
    expect(last).toMatchObject({
      lockId: 'demo-lk4',
      lastOpenUser: '孙作',
      lastCloseUser: '孙作',
      currState: 1,
    })
    expect(last.lastCloseTime?.getTime()).toBe(at)
    expect(await logsOf('LK4')).toMatchObject([
      { eventType: 'OPEN', userName: '孙作', areaName: '10kV配电室', timeQuality: 2, source: 'DEV' },
      { eventType: 'CLOSE' },
    ])
  })

  it('in one message become one closed session', async () => {
    await record(
      eventFrom(
        'LK4',
        { seq: 1, ts: DAY_D + minute },
        { type: 'OPEN', ts: DAY_D },
        { type: 'CLOSE', ts: DAY_D + minute },
      ),
    )
    expect(await sessionsOf('demo-lk4')).toMatchObject([{ state: 2, durationSec: 60 }])
  })

  it('in the other order in one message leave the lock open', async () => {
    await record(eventFrom('LK4', { seq: 1 }, { type: 'CLOSE' }, { type: 'OPEN' }))
    expect(await lockOf('LK4')).toMatchObject({ lockStatus: lockStatus.open, latch: 0, shackle: 0 })
    expect(await sessionsOf('demo-lk4')).toMatchObject([{ state: 1 }])
  })

  it.each(['WRONG', 'BATL', 'WARP'])(
    'are seen where %s says that the lock stands open, and whoever relies on it is told',
    async (type) => {
      const told: string[] = []
      world.ctx.reactions.declare({
        name: `test.alarms.${type}`,
        title: '测试',
        event: 'lock.alarmed',
        key: ({ lockId }) => lockId,
        handle: async (_, alarmed) => void told.push(...alarmed.map(({ eventType }) => eventType)),
      })
      await record(eventFrom('LK4', { seq: 1 }, { type: 'CLOSE' }))
      await record(eventFrom('LK4', { seq: 2 }, { type, after: { latch: 0, shackle: 0 } }))
      await world.settled()
      expect(told).toContain('DIFF')
      expect(await lockOf('LK4')).toMatchObject({ lockStatus: lockStatus.open })
      expect(await sessionsOf('demo-lk4')).toMatchObject([{ state: 1 }])
    },
  )

  it('are told to the features that react, after the commit', async () => {
    const told: ReactionEvents['lock.opened'][] = []
    world.ctx.reactions.declare({
      name: 'test.openings',
      title: '测试',
      event: 'lock.opened',
      key: ({ lockId }) => lockId,
      handle: async (_, openings) => void told.push(...openings),
    })
    await record(eventFrom('LK4', { seq: 1 }, { type: 'OPEN', uid: 'u6' }))
    await world.settled()
    expect(told).toMatchObject([{ lockId: 'demo-lk4', userId: 'u6', workId: null, tenantId: 0 }])
  })

  it('that no event told are inferred from a reported state', async () => {
    await record(eventFrom('LK4', { seq: 1 }, { type: 'OPEN' }))
    await record(stateFrom('LK4', { seq: 2, ts: DAY_D + minute }, 1))
    expect(await sessionsOf('demo-lk4')).toMatchObject([{ state: 2, closeKind: 4, durationSec: 60 }])
  })
})

describe('events that come twice', () => {
  it('are stored once, in one batch and in two', async () => {
    const message = eventFrom('LK1', { seq: 1, parentSn: 'GW1' }, { type: 'CLOSE' })
    expect(await record(message, message)).toMatchObject({ events: 1, duplicates: 1 })
    expect(await record(message)).toMatchObject({ events: 0, duplicates: 1 })
    expect(await logsOf('LK1')).toHaveLength(1)
  })

  it('are known by their number when the log of the device is read again', async () => {
    const id = newUlid()
    await record(eventFrom('LK1', { seq: 1 }, { type: 'CLOSE', id }))
    expect(await record(eventFrom('LK1', { seq: 2 }, { type: 'CLOSE', id, hist: true }))).toMatchObject({
      events: 0,
    })
  })

  it('are counted once when two batches bring them at the same time', async () => {
    const messages = ['LK1', 'LK2', 'LK3'].map((sn) => eventFrom(sn, { seq: 1 }, { type: 'CLOSE' }))
    const both = await Promise.all([record(...messages), record(...messages.toReversed())])
    expect(both[0].events + both[1].events).toBe(3)
  })
})

describe('events out of order', () => {
  it('are logged but never move a newer state, and their session is joined by time', async () => {
    await record(eventFrom('LK4', { seq: 3, ts: DAY_D + minute }, { type: 'CLOSE', ts: DAY_D + minute }))
    await record(eventFrom('LK4', { seq: 2, recvTs: DAY_D + 2 * minute }, { type: 'OPEN' }))
    expect(await lockOf('LK4')).toMatchObject({ lockStatus: lockStatus.closed, openSessionId: null })
    expect(await sessionsOf('demo-lk4')).toMatchObject([{ state: 2, durationSec: 60, closeKind: 4 }])
  })

  it('from the memory of a device leave the live state alone', async () => {
    await record(eventFrom('LK1', { seq: 5 }, { type: 'CLOSE' }))
    await record(eventFrom('LK1', { seq: 6 }, { type: 'OPEN', ts: DAY_D - 60 * minute, hist: true }))
    expect(await lockOf('LK1')).toMatchObject({ lockStatus: lockStatus.closed })
    expect(await logsOf('LK1')).toMatchObject([{ historical: 0 }, { historical: 1, eventType: 'OPEN' }])
  })

  it('with a number that goes backwards are kept as late', async () => {
    await record(eventFrom('LK1', { seq: 9 }, { type: 'CLOSE' }))
    await record(eventFrom('LK1', { seq: 4 }, { type: 'OPEN' }))
    expect(await lockOf('LK1')).toMatchObject({ lockStatus: lockStatus.closed, lastSeq: '9' })
    expect(await logsOf('LK1')).toHaveLength(2)
  })

  it('of a new boot are newer whatever their number', async () => {
    await record(eventFrom('LK1', { seq: 900 }, { type: 'CLOSE' }))
    await record(eventFrom('LK1', { seq: 1, boot: 'aaaa0002' }, { type: 'OPEN' }))
    expect(await lockOf('LK1')).toMatchObject({ lockStatus: lockStatus.open, lastBoot: 'aaaa0002' })
  })

  it('of a start nobody has heard of, older than what is known, do not stand above it (A16)', async () => {
    const at = DAY_D + 10 * minute
    await record(eventFrom('LK1', { seq: 900 }, { type: 'CLOSE' }))
    await record(eventFrom('LK1', { seq: 1, boot: 'aaaa0003', ts: at }, { type: 'OPEN', ts: at }))
    const earlier = { boot: 'aaaa0002', ts: DAY_D + 8 * minute, recvTs: at + 1000 }
    await record(stateFrom('LK1', { seq: 1, ...earlier }, 1))
    await record(eventFrom('LK1', { seq: 2, ...earlier }, { type: 'CLOSE', ts: earlier.ts }))
    expect(await lockOf('LK1')).toMatchObject({
      lockStatus: lockStatus.open,
      stateTrust: stateTrust.unknown,
      lastBoot: 'aaaa0003',
    })
    // What it says later on is heard again.
    const later = { boot: 'aaaa0003', seq: 2, ts: at + minute }
    await record(eventFrom('LK1', later, { type: 'CLOSE', ts: later.ts }))
    expect(await lockOf('LK1')).toMatchObject({
      lockStatus: lockStatus.closed,
      stateTrust: stateTrust.confirmed,
    })
  })

  it('with numbers missing between ask for the log of the device (A10)', async () => {
    await record(eventFrom('LK1', { seq: 1 }, { type: 'CLOSE' }))
    await record(eventFrom('LK1', { seq: 5 }, { type: 'OPEN' }))
    const { rows } = await sql<{ missing: string; state: number }>`
      select missing::text, state from lo_device_gap where device_sn = 'LK1'`.execute(world.ctx.db)
    expect(rows).toEqual([{ missing: '{[2,5)}', state: 1 }])
  })

  it('with a number that no device reaches do not freeze the state at closed (A16)', async () => {
    await record(eventFrom('LK1', { seq: 9 }, { type: 'CLOSE' }))
    const { followUps } = await record(eventFrom('LK1', { seq: 2 ** 53 - 1 }, { type: 'OPEN', uid: 'u6' }))
    expect(followUps).toMatchObject([{ do: 'readState', sn: 'LK1' }])
    expect(await lockOf('LK1')).toMatchObject({
      lockStatus: lockStatus.unknown,
      stateTrust: stateTrust.unknown,
      lastSeq: '9',
    })
    expect(await sessionsOf('demo-lk1')).toMatchObject([{ state: 1 }])
    expect((await sql`select 1 from lo_device_gap`.execute(world.ctx.db)).rows).toEqual([])
    await record(stateFrom('LK1', { seq: 10, ts: DAY_D + minute }, 0))
    expect(await lockOf('LK1')).toMatchObject({
      lockStatus: lockStatus.open,
      stateTrust: stateTrust.confirmed,
    })
  })

  it('an opening under a number that was used before is kept, and the lock is believed no more (A16)', async () => {
    await record(
      eventFrom('LK1', { seq: 1 }, { type: 'CLOSE' }),
      eventFrom('LK1', { seq: 2 }, { type: 'TIME' }),
    )
    const again = eventFrom('LK1', { seq: 2, ts: DAY_D + minute }, { type: 'OPEN', ts: DAY_D + minute })
    expect(await record(again)).toMatchObject({ events: 1, duplicates: 0, followUps: [{ do: 'readState' }] })
    expect(await lockOf('LK1')).toMatchObject({
      lockStatus: lockStatus.unknown,
      stateTrust: stateTrust.unknown,
    })
    expect(await sessionsOf('demo-lk1')).toMatchObject([{ state: 1 }])
    expect((await logsOf('LK1')).map(({ eventType }) => eventType)).toEqual(['CLOSE', 'TIME', 'OPEN'])
    // Sent once more it is the same event.
    expect(await record(again)).toMatchObject({ events: 0, duplicates: 1 })
  })
})

describe('device times', () => {
  it.each([
    ['0', 0],
    ['in the year 2099', Date.UTC(2099, 0, 1)],
  ])('%s give way to the time of receipt and do not bend later ones', async (_what, ts) => {
    const { followUps } = await record(eventFrom('LK1', { seq: 1, ts, recvTs: DAY_D }, { type: 'CLOSE', ts }))
    expect(followUps).toMatchObject([{ do: 'setTime', sn: 'LK1' }])
    await record(eventFrom('LK1', { seq: 2, ts: DAY_D + minute }, { type: 'OPEN', ts: DAY_D + minute }))
    const logs = await logsOf('LK1')
    expect(logs.map(({ occurTime }) => occurTime?.getTime())).toEqual([DAY_D, DAY_D + minute])
    expect(logs).toMatchObject([{ timeQuality: 0 }, { timeQuality: 2 }])
  })

  it('of a slow clock are corrected by the smallest delay seen', async () => {
    const slow = DAY_D - 30_000
    await record(eventFrom('LK1', { seq: 1, ts: slow, recvTs: DAY_D }, { type: 'CLOSE', ts: slow }))
    const [log] = await logsOf('LK1')
    expect(log?.occurTime?.getTime()).toBe(DAY_D)
    expect(log).toMatchObject({ timeQuality: 1 })
  })
})

describe('a clock that is seven minutes fast', () => {
  const fast = 7 * minute
  const skewOf = () =>
    world.ctx.db
      .selectFrom('loDevice')
      .select(['clockSkewMs', 'clockTrust', 'clockNote'])
      .where('deviceSn', '=', 'LK4')
      .executeTakeFirstOrThrow()

  it('has its hundred openings and closings as a hundred sessions, at their right times', async () => {
    for (let n = 0; n < 100; n += 1) {
      const at = DAY_D + n * minute
      // Both reach us together after the closing, as from a gateway that was busy.
      await record(
        eventFrom(
          'LK4',
          { seq: 2 * n + 1, ts: at + fast, recvTs: at + 20_300 },
          { type: 'OPEN', ts: at + fast },
        ),
        eventFrom(
          'LK4',
          { seq: 2 * n + 2, ts: at + 20_000 + fast, recvTs: at + 20_300 },
          { type: 'CLOSE', ts: at + 20_000 + fast },
        ),
      )
    }
    const sessions = await sessionsOf('demo-lk4')
    expect(sessions).toHaveLength(100)
    expect(sessions.filter(({ state }) => state === 2)).toHaveLength(100)
    const wrong = sessions.slice(1).filter(({ openTime, durationSec }, n) => {
      const off = Math.abs((openTime?.getTime() ?? 0) - (DAY_D + (n + 1) * minute))
      return off > 1_000 || durationSec !== 20
    })
    expect(wrong).toEqual([])
    expect(new Set((await logsOf('LK4')).map(({ timeQuality }) => timeQuality))).toEqual(new Set([1]))
    expect(await skewOf()).toMatchObject({ clockTrust: 0, clockNote: null })
    expect(Math.abs(((await skewOf()).clockSkewMs ?? 0) + fast)).toBeLessThan(1_000)
  })

  it('is shown anew when it is a second further off, and at once where it passes the limit of its alarm', async () => {
    const shown: (number | null)[] = []
    for (const [n, off] of [119_700, 120_300, 120_900, 121_400].entries()) {
      const ts = DAY_D + off
      await record(eventFrom('LK4', { seq: n + 1, ts, recvTs: DAY_D }, { type: 'CLOSE', ts }))
      shown.push((await skewOf()).clockSkewMs)
    }
    expect(shown).toEqual([-119_700, -120_300, -120_300, -121_400])
  })

  it('is asked for anew after its time was set', async () => {
    const at = DAY_D
    for (const seq of [1, 2])
      await record(eventFrom('LK4', { seq, ts: at + fast, recvTs: at }, { type: 'TIME', ts: at + fast }))
    await sql`insert into lo_cmd (id, cmd_id, device_sn, cmd_type, status, issue_time)
      values ('c1', 'c1', 'LK4', 'TIME', 1, now())`.execute(world.ctx.db)
    await record(ackFrom('LK4', { seq: 3, ts: at + 1_000, recvTs: at + 1_000 }, 'c1', 'DONE'))
    await record(
      eventFrom('LK4', { seq: 4, ts: at + minute, recvTs: at + minute }, { type: 'OPEN', ts: at + minute }),
    )
    const last = (await logsOf('LK4')).at(-1)
    expect(last).toMatchObject({ timeQuality: 2 })
    expect(last?.occurTime?.getTime()).toBe(at + minute)
  })

  it('a single wrong stamp is stored at its time of receipt, with the reason, in the log and at the device', async () => {
    for (const seq of [1, 2]) await record(eventFrom('LK4', { seq }, { type: 'TIME' }))
    const ts = DAY_D + 20 * minute
    await record(eventFrom('LK4', { seq: 3, ts, recvTs: DAY_D }, { type: 'OPEN', ts }))
    expect((await logsOf('LK4')).at(-1)).toMatchObject({
      timeQuality: 0,
      remark:
        '设备时间 2026-12-01 09:20:00 不可信（与前后报文相差过大，时钟跳变或时间戳损坏），按接收时间记录',
    })
    expect(await skewOf()).toMatchObject({
      clockTrust: 0,
      clockNote: expect.stringContaining('2026-12-01 09:20:00'),
    })
    await record(eventFrom('LK4', { seq: 4 }, { type: 'CLOSE' }))
    expect(await skewOf()).toMatchObject({ clockTrust: 1, clockNote: null })
  })
})

describe('strange messages', () => {
  it('of a serial number of another tenant or of nobody are set aside and counted', async () => {
    const other = eventFrom('LK1', { seq: 1, tenantId: 7 }, { type: 'OPEN' })
    expect(await record(other, eventFrom('NOBODY', { seq: 1 }, { type: 'OPEN' }))).toMatchObject({
      events: 0,
      unknown: 2,
    })
    const kept = await world.ctx.db.selectFrom('loQuarantine').selectAll().execute()
    expect(kept.map(({ reason, deviceSn }) => [reason, deviceSn])).toEqual(
      expect.arrayContaining([
        ['UNKNOWN_DEVICE', 'LK1'],
        ['UNKNOWN_DEVICE', 'NOBODY'],
      ]),
    )
    expect(await logsOf('LK1')).toHaveLength(0)
  })

  it('with a type nobody knows are stored raw and move nothing', async () => {
    await record(eventFrom('LK1', { seq: 1 }, { type: 'CLOSE' }))
    await record(eventFrom('LK1', { seq: 2 }, { type: 'WARP' }))
    expect(await logsOf('LK1')).toMatchObject([{ eventType: 'CLOSE' }, { eventType: 'WARP' }])
    expect(await lockOf('LK1')).toMatchObject({ lockStatus: lockStatus.closed })
  })

  it('with a NUL or half a character in a text do not stop the batch', async () => {
    const uid = 'a\0b\ud800c'
    expect(await record(eventFrom('LK1', { seq: 1 }, { type: 'OPEN', uid }))).toMatchObject({ events: 1 })
    expect((await logsOf('LK1'))[0]?.userId).toBe('a\ufffdb\ufffdc')
  })
})

describe('people whom a device names', () => {
  it('have a name in its log only if they belong to its tenant', async () => {
    await sql`update lo_device set tenant_id = 7 where device_sn = 'LK5'`.execute(world.ctx.db)
    await sql`update lo_lock set tenant_id = 7 where device_sn = 'LK5'`.execute(world.ctx.db)
    try {
      await record(
        eventFrom('LK5', { seq: 1, tenantId: 7 }, { type: 'OPEN', uid: 'u6' }),
        eventFrom('LK1', { seq: 1 }, { type: 'OPEN', uid: 'u6' }),
      )
      expect(await logsOf('LK5')).toMatchObject([{ userId: 'u6', userName: null }])
      expect((await logsOf('LK1'))[0]?.userName).toEqual(expect.any(String))
    } finally {
      await sql`update lo_device set tenant_id = 0 where device_sn = 'LK5'`.execute(world.ctx.db)
      await sql`update lo_lock set tenant_id = 0 where device_sn = 'LK5'`.execute(world.ctx.db)
    }
  })
})

describe('answers to commands', () => {
  const issue = async (cmdType: string, tenantId = 0): Promise<string> => {
    const cmdId = newUlid()
    const values = { id: newUlid(), tenantId, cmdId, cmdType, status: 1, lockId: 'demo-lk4', deviceSn: 'LK4' }
    await world.ctx.db
      .insertInto('loCmd')
      .values({ ...values, issueBy: 'u6', issueTime: new Date(DAY_D), decisionId: 'D1' })
      .execute()
    return cmdId
  }
  it('come from the device it was sent to, not from the gateway that carries it or from another lock', async () => {
    const cmd = await issue('FREEZE')
    await record(ackFrom('GW1', { seq: 1 }, cmd, 'DONE'), ackFrom('LK1', { seq: 1 }, cmd, 'DONE'))
    expect(await statusOf(cmd)).toBe(1)
    await record(ackFrom('LK4', { seq: 1 }, cmd, 'DONE'))
    expect(await statusOf(cmd)).toBe(8)
  })

  it('stand although a device of another tenant names the command in the same moment', async () => {
    const cmd = await issue('READSTATE')
    await sql`insert into lo_device_ingest (tenant_id, device_sn) values (7, 'L7')`.execute(world.ctx.db)
    const foreign = eventFrom('L7', { seq: 1, tenantId: 7 }, { type: 'OPEN', cmd })
    await record(foreign, ackFrom('LK4', { seq: 1 }, cmd, 'DONE'), foreign)
    expect(await statusOf(cmd)).toBe(8)
  })

  const statusOf = async (cmdId: string) =>
    (
      await world.ctx.db
        .selectFrom('loCmd')
        .select('status')
        .where('cmdId', '=', cmdId)
        .executeTakeFirstOrThrow()
    ).status

  it('settle the command, and the opening carries its person and decision', async () => {
    const cmd = await issue('OPEN')
    await record(ackFrom('LK4', { seq: 1 }, cmd, 'RECV'), ackFrom('LK4', { seq: 2 }, cmd, 'DONE'))
    await record(eventFrom('LK4', { seq: 3 }, { type: 'OPEN', cmd }))
    expect(await statusOf(cmd)).toBe(8)
    expect(await logsOf('LK4')).toMatchObject([
      { userId: 'u6', userName: '孙作', decisionId: 'D1', cmdId: cmd },
    ])
  })

  it('of a failure keep the code', async () => {
    const cmd = await issue('OPEN')
    await record(ackFrom('LK4', { seq: 1 }, cmd, 'FAILED', 'LO-D2008'))
    expect(await statusOf(cmd)).toBe(9)
  })

  it('of another tenant change nothing', async () => {
    const cmd = await issue('OPEN', 7)
    await record(ackFrom('LK4', { seq: 1 }, cmd, 'DONE'))
    expect(await statusOf(cmd)).toBe(1)
  })
})

describe('the chain of a lock', () => {
  it('follows from its beginning over batches and breaks where a row is changed', async () => {
    await record(
      eventFrom('LK4', { seq: 1 }, { type: 'OPEN', uid: 'u6', loc: [120.1234, 30.1234567], batt: 80 }),
      eventFrom('LK4', { seq: 2 }, { type: 'CLOSE' }),
    )
    await record(eventFrom('LK4', { seq: 3 }, { type: 'TAMPER' }))
    const links = await storedLinks('demo-lk4')
    const start = genesis(sha256, 'lock', 'demo-lk4')
    expect(verifyChain(sha256, start, links)).toEqual({ ok: true, checked: 3, firstBreak: null })
    expect((await lockOf('LK4')).chainHead).toBe(links.at(-1)?.hash)
    await asDba(
      world.database.pool,
      `update lo_lock_log set user_id = 'u7' where lock_id = 'demo-lk4' and seq = 1`,
    )
    expect(verifyChain(sha256, start, await storedLinks('demo-lk4'))).toMatchObject({
      ok: false,
      firstBreak: 0,
    })
  })

  async function storedLinks(lockId: string) {
    const { rows } = await world.ctx.pool.query<Record<string, unknown>>(
      `select ${Object.keys(logColumns).join(', ')} from lo_lock_log where lock_id = $1 order by chain_seq`,
      [lockId],
    )
    return rows.map((row) => ({
      row: canonicalLogRow(storedLogRow(row)),
      prevHash: String(row['prev_hash']),
      hash: String(row['hash']),
    }))
  }
})
