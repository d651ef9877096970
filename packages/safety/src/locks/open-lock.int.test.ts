import type { OpenAnswer, Page } from '@suoan/contract'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { decide, engineVersion, type Snapshot } from '@suoan/domain/interlock'
import { newUlid } from '@suoan/kit/id'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceCommand } from '@suoan/contract/device'
import type { LockPort } from '@suoan/platform/context'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { areas } from '../areas/index.ts'
import { recordEvents } from '../lock-records/index.ts'
import { lockRecords } from '../lock-records/index.ts'
import { ackFrom, DAY_D, eventFrom, plantDemo } from '../lock-records/testing.ts'
import { locks } from './index.ts'
import { plantTicketAtWork } from './testing.ts'

let world: TestWorld
const sent: DeviceCommand[] = []
let reachable = true
const port: LockPort = {
  async send(command) {
    if (!reachable) return { sent: false, code: 'LO-D3004' }
    sent.push(command)
    return { sent: true }
  },
}
/** 10:00 on day D. */
const TEN = DAY_D + 3_600_000
const atPanel = { nfcUid: 'NFC-LK4' }

beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
    ],
    locks: port,
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.clock.set(TEN)
  sent.length = 0
  reachable = true
})

const as = (userId: string, tenantId = 0): TestClient =>
  world.as({ userId, username: userId, sessionId: `s-${userId}`, tenantId })
const open = (userId: string, proof: object | null = atPanel, clientOpId = newUlid()) =>
  as(userId).post<OpenAnswer>('/lolock/loLock/open', { lockId: 'demo-lk4', workId: 'w1', clientOpId, proof })
const failing = (answer: { result: Pick<OpenAnswer, 'rules'> }) =>
  answer.result.rules.filter(({ applies, pass }) => applies && !pass).map(({ id }) => id)
const stored = async (decisionId: string) =>
  await world.ctx.db
    .selectFrom('loDecision')
    .selectAll()
    .where('decisionId', '=', decisionId)
    .executeTakeFirstOrThrow()

describe('SC09 interlock on an access lock', () => {
  it('allows u6 at the panel, opens a session and closes it at 10:09', async () => {
    const answer = await open('u6')
    expect(answer).toMatchObject({ success: true, result: { allow: true, leg: 'L1', cmdStatus: 1 } })
    expect(sent).toMatchObject([
      { type: 'OPEN', sn: 'LK4', parentSn: null, by: 'u6', workId: 'w1', exp: TEN + 10_000 },
    ])
    const cmdId = answer.result.cmdId ?? ''
    await recordEvents(world.ctx, [
      ackFrom('LK4', { seq: 1, ts: TEN }, cmdId, 'DONE'),
      eventFrom('LK4', { seq: 2, ts: TEN }, { type: 'OPEN', cmd: cmdId, method: '01', ts: TEN }),
    ])
    expect(await as('u6').get('/lolock/loLock/cmdStatus', { cmdId })).toMatchObject({
      result: { status: 8, status_dictText: '8' },
    })
    const opening = await as('u6').get<Page<Record<string, unknown>>>('/lolock/loLock/openList', {
      tab: 'opening',
    })
    expect(opening.result.records).toMatchObject([{ lockCode: 'LK4', openWorkNo: 'A01-10-20261201-0001' }])
    const nine = TEN + 9 * 60_000
    await recordEvents(world.ctx, [
      eventFrom('LK4', { seq: 3, ts: nine }, { type: 'CLOSE', uid: 'u6', ts: nine }),
    ])
    const { rows } = await world.database.pool.query('select * from lo_lock_onoff')
    expect(rows).toMatchObject([
      { state: 2, duration_sec: 540, open_user_id: 'u6', work_no: 'A01-10-20261201-0001', limit_sec: 900 },
    ])
    const grant = await world.ctx.db
      .selectFrom('loLockUser')
      .select('usedCount')
      .where('id', '=', 'g6')
      .executeTakeFirst()
    expect(grant?.usedCount).toBe(1)
  })

  it('stands behind one opening in its time: later, or again, the lock opens by nobody’s word (W04, A01)', async () => {
    const judged = async () => {
      const { rows } = await world.database.pool.query(
        `select judged from lo_lock_onoff where lock_id = 'demo-lk4' order by open_time desc limit 1`,
      )
      return rows[0]
    }
    const answer = await open('u6')
    const cmd = answer.result.cmdId ?? ''
    let seq = 10
    const says = (type: 'OPEN' | 'CLOSE', ts: number) => {
      seq += 1
      const what = type === 'OPEN' ? { type, cmd, ts } : { type, ts }
      return recordEvents(world.ctx, [eventFrom('LK4', { seq, ts }, what)])
    }
    world.clock.set(TEN + 60_000)
    await says('OPEN', TEN + 60_000)
    expect(await judged()).toEqual({ judged: 0 })
    await says('CLOSE', TEN + 70_000)

    world.clock.set(TEN + 120_000)
    const second = await open('u6')
    const inTime = { type: 'OPEN', cmd: second.result.cmdId ?? '' } as const
    const opens = (ts: number) => {
      seq += 1
      return recordEvents(world.ctx, [eventFrom('LK4', { seq, ts }, { ...inTime, ts })])
    }
    await opens(TEN + 122_000)
    expect(await judged()).toEqual({ judged: 1 })
    await says('CLOSE', TEN + 124_000)
    await opens(TEN + 126_000)
    expect(await judged()).toEqual({ judged: 0 })
    await says('CLOSE', TEN + 128_000)
  })

  it('denies u7, who is not named for LK4 (R06)', async () => {
    const answer = await open('u7')
    expect(answer).toMatchObject({ success: false, result: { allow: false, leg: 'L1', cmdId: null } })
    expect(failing(answer)).toEqual(['R06'])
    expect(answer.message).toContain('不能开锁')
    expect(answer.result.fix.length).toBeGreaterThan(0)
    expect(sent).toEqual([])
  })

  it('denies u6 at 17:01 (R05)', async () => {
    world.clock.set(DAY_D + 8 * 3_600_000 + 60_000)
    const answer = await open('u6')
    expect(answer.success).toBe(false)
    expect(failing(answer)).toContain('R05')
  })

  it('denies u6 remotely from home (R12)', async () => {
    const answer = await open('u6', null)
    expect(failing(answer)).toEqual(['R12'])
  })

  it('denies a tag of another lock (R12)', async () => {
    expect(failing(await open('u6', { nfcUid: 'NFC-PT1' }))).toEqual(['R12'])
  })

  it('stores every decision with its rules, and explain returns the same', async () => {
    for (const userId of ['u6', 'u7']) {
      const answer = await open(userId)
      const row = await stored(answer.result.decisionId)
      expect(row).toMatchObject({ userId, allow: answer.result.allow ? 1 : 0, leg: 'L1', engineVersion })
      expect(row.rules).toEqual(answer.result.rules)
      const explained = await as(userId).get<OpenAnswer>('/lolockuser/loLockUser/explain', {
        lockId: 'demo-lk4',
        workId: 'w1',
      })
      expect(explained.result.rules).toEqual(row.rules)
      expect(explained.result.fix).toEqual(row.fix)
    }
  })

  it('M3 a stored decision replays byte for byte from the snapshot kept with it', async () => {
    const canonical = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(value)) as Canonical)
    for (const answer of [await open('u6'), await open('u7'), await open('u6', null)]) {
      const row = await stored(answer.result.decisionId)
      const { rows } = await world.database.pool.query<{ snapshot: Snapshot }>(
        `select snapshot from lo_decision_input where decision_id = '${answer.result.decisionId}'`,
      )
      const snapshot = rows[0]?.snapshot as Snapshot
      expect(createHash('sha256').update(canonical(snapshot)).digest('hex')).toBe(row.inputHash)
      const again = decide(snapshot)
      expect(canonical({ rules: again.rules, fix: again.fix, allow: again.allow, leg: again.leg })).toBe(
        canonical({ rules: row.rules, fix: row.fix, allow: row.allow === 1, leg: row.leg }),
      )
    }
  })

  it('M3 explain names who does what, for a moment and a ticket of choice', async () => {
    const explain = (userId: string, query: Record<string, string>) =>
      as(userId).get<OpenAnswer>('/lolockuser/loLockUser/explain', { lockId: 'demo-lk4', ...query })
    const early = await explain('u6', { at: '2026-12-01 08:45:00', workId: 'w1' })
    expect(early.result).toMatchObject({
      allow: false,
      fix: ['等到 2026-12-01 09:00:00', '到锁具 LK4 现场碰触标签或扫码'],
      never: null,
    })
    const other = await explain('u1', { userId: 'u7', workId: 'w1' })
    expect(other.result.changes).toEqual([
      { kind: 'grant', by: '工作负责人', text: '把周作列为锁具 LK4 的可开人员' },
    ])
    const never = await explain('u9', { lockId: 'demo-lk1', workId: 'w1' })
    expect(never.result).toMatchObject({ allow: false, fix: [], changes: [] })
    expect(never.result.never).toContain('必须保持关闭')
    expect((await as('u6', 7).get('/lolockuser/loLockUser/explain', { lockId: 'demo-lk4' })).success).toBe(
      false,
    )
  })
})

describe('asking the interlock', () => {
  it('answers a repeated press with the first answer and sends nothing again', async () => {
    const op = newUlid()
    const first = await open('u6', atPanel, op)
    const again = await open('u6', atPanel, op)
    expect(again.result.decisionId).toBe(first.result.decisionId)
    expect(again.result.cmdId).toBe(first.result.cmdId)
    expect(sent).toHaveLength(1)
    expect(await open('u7', atPanel, op)).toMatchObject({ success: false })
  })

  it('never keeps an OPEN for later: out of reach it fails at once', async () => {
    reachable = false
    const answer = await open('u6')
    expect(answer).toMatchObject({ success: false, result: { allow: true, cmdStatus: 9 } })
    expect(answer.message).toContain('锁离线')
    reachable = true
    expect(sent).toEqual([])
  })

  it('lets an unanswered OPEN time out with an unknown outcome', async () => {
    const { result } = await open('u6')
    world.clock.advance(10_001)
    await runDueTimers(world.ctx)
    expect(await as('u6').get('/lolock/loLock/cmdStatus', { cmdId: result.cmdId ?? '' })).toMatchObject({
      result: { status: 10, resultMsg: '结果未知，以锁状态为准' },
    })
    expect(sent).toHaveLength(1)
  })

  it('R13 a lock for two opens when another person proves within 60 seconds that he stands there', async () => {
    const dual = (value: number) =>
      world.database.pool.query(
        `update lo_lock_type set dual_auth = ${value} where id = (select lock_type_id from lo_lock where id = 'demo-lk4')`,
      )
    const witness = (userId: string, proof: object) =>
      as(userId).post('/lolock/loLock/witness', { lockId: 'demo-lk4', proof })
    await dual(2)
    expect(failing(await open('u6'))).toEqual(['R13'])
    expect((await witness('u6', atPanel)).success).toBe(true)
    expect(failing(await open('u6'))).toEqual(['R13'])
    expect((await witness('u7', { nfcUid: 'NFC-PT1' })).message).toContain('与该锁具不符')
    // A position is only claimed, and any worker may read where a lock is: the second person touches its tag.
    await world.database.pool.query(`update lo_lock set lng = 121.5, lat = 31.2 where id = 'demo-lk4'`)
    expect((await witness('u7', { lng: 121.5, lat: 31.2 })).message).toContain('请碰触或扫描')
    expect(failing(await open('u6'))).toEqual(['R13'])
    expect((await witness('u7', atPanel)).success).toBe(true)
    world.clock.advance(61_000)
    expect(failing(await open('u6'))).toEqual(['R13'])
    expect((await witness('u7', atPanel)).success).toBe(true)
    world.clock.advance(59_000)
    expect((await open('u6')).success).toBe(true)
    await dual(0)
    await world.database.pool.query('delete from lo_open_witness')
  })

  it('R12 a remote opening is allowed only for a type that has it and with another person at the lock', async () => {
    await world.database.pool.query(
      `update lo_lock_type set open_methods = '01,02,03' where id = (select lock_type_id from lo_lock where id = 'demo-lk4')`,
    )
    expect(failing(await open('u6', null))).toEqual(['R12'])
    const witness = { lockId: 'demo-lk4', proof: atPanel }
    expect((await as('u7', 7).post('/lolock/loLock/witness', witness)).success).toBe(false)
    expect((await as('u8').post('/lolock/loLock/witness', witness)).success).toBe(true)
    expect((await open('u6', null)).success).toBe(true)
    world.clock.advance(121_000)
    expect(failing(await open('u6', null))).toEqual(['R12'])
  })

  it('does not know a lock of another tenant', async () => {
    const answer = await as('u6', 7).post('/lolock/loLock/open', {
      lockId: 'demo-lk4',
      clientOpId: newUlid(),
    })
    expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
    expect(await as('u6', 7).get('/lolock/loLock/queryById', { id: 'demo-lk4' })).toMatchObject({
      success: false,
    })
    expect(await as('u6', 7).post('/lolock/loLock/freeze', { lockId: 'demo-lk4' })).toMatchObject({
      success: false,
    })
  })

  it('refuses every opening of a frozen lock and still lets it be closed', async () => {
    expect(await as('u9').post('/lolock/loLock/freeze', { lockId: 'demo-lk4' })).toMatchObject({
      success: true,
    })
    expect(failing(await open('u6'))).toEqual(['R02'])
    expect(await as('u6').post('/lolock/loLock/close', { lockId: 'demo-lk4' })).toMatchObject({
      success: true,
    })
    expect(await as('u9').post('/lolock/loLock/unfreeze', { lockId: 'demo-lk4' })).toMatchObject({
      success: true,
    })
    expect((await open('u6')).success).toBe(true)
  })

  it('denies an isolation lock at work in words', async () => {
    const answer = await as('u9').post<OpenAnswer>('/lolock/loLock/open', {
      lockId: 'demo-lk1',
      workId: 'w1',
      clientOpId: newUlid(),
      proof: { qr: 'LK1' },
    })
    expect(answer.success).toBe(false)
    expect(failing(answer)).toEqual(expect.arrayContaining(['R04', 'R06', 'R07']))
  })

  it('finds a lock by its code with the answer to “may I open it”', async () => {
    const answer = await as('u6').get<{ lock: { lockCode: string }; answer: OpenAnswer }>(
      '/lolock/loLock/queryByQr',
      {
        code: 'LK4',
      },
    )
    expect(answer.result).toMatchObject({ lock: { lockCode: 'LK4' }, answer: { allow: true } })
    expect((await as('u6').get('/lolock/loLock/queryByQr', { code: 'NOPE' })).message).toContain('没有找到')
  })

  it('lists what the caller may open now', async () => {
    const answer = await as('u6').get<Page<unknown>>('/lolock/loLock/openList', { tab: 'openable' })
    expect(answer.result.records).toMatchObject([
      { lockCode: 'LK4', workNo: 'A01-10-20261201-0001', wouldOpen: { allow: true, changes: [] } },
    ])
    await world.database.pool.query(`update lo_lock set freeze_flag = 1 where id = 'demo-lk4'`)
    const frozen = await as('u6').get<Page<unknown>>('/lolock/loLock/openList', { tab: 'openable' })
    expect(frozen.result.records).toMatchObject([
      {
        lockCode: 'LK4',
        wouldOpen: { allow: false, changes: [{ by: expect.any(String), text: expect.any(String) }] },
      },
    ])
    await world.database.pool.query(`update lo_lock set freeze_flag = 0 where id = 'demo-lk4'`)
  })

  it('refuses to delete a lock with a history and says what to do', async () => {
    const answer = await as('u9').delete('/lolock/loLock/delete', { id: 'demo-lk4' })
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('LK4')
    expect(answer.message).toContain('正用于工作票 A01-10-20261201-0001，不能删除')
  })
})
