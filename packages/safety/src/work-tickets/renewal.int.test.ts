import { emergencyEndpoints as calls, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catchUp } from './catch-up.ts'
import { carryOut, crewActions, proofOf } from './testing/carry-out.ts'
import { closeCauses } from './testing/close-causes.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { endsWell } from './testing/ends-well.ts'

let plant: TicketWorld

beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const points = [
  { pointId: 'demo-pt1', qr: 'PT1', lock: 'LK1', lockId: 'demo-lk1', method: '2', unit: 'V' },
  { pointId: 'demo-pt2', qr: 'PT2', lock: 'LK2', lockId: 'demo-lk2', method: '3', unit: 'MPa' },
  { pointId: 'demo-pt3', qr: 'PT3', lock: 'LK3', lockId: 'demo-lk3', method: '3', unit: 'MPa' },
]
const window = { planStart: '2026-12-01 16:45:00', planEnd: '2026-12-02 16:45:00' }
const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await plant.world.database.pool.query<T>(text, values)).rows

/** The work of SC01 stands still at 15:00, unfinished. */
async function interrupted(): Promise<string> {
  const id = await carryOut(plant, 'working')
  plant.at('15:00')
  await plant.take('u5', tickets.suspend, { workId: id, reason: '当日未完成' })
  await closeCauses(plant, id)
  return id
}

/** The applicant asks for a renewal at 15:00; it is reviewed and approved at 16:30. */
async function approvedRenewal(parent: string): Promise<string> {
  const child = (await plant.take('u1', calls.renew, { workId: parent, ...window })).ticket.id
  plant.at('15:30')
  await plant.take('u1', tickets.submit, { workId: child })
  expect(await plant.review(child)).toMatchObject({ success: true })
  plant.at('16:30')
  expect(await plant.examine(child)).toMatchObject({ success: true })
  return child
}

/** The isolator accepts every lock where it is and hangs the new tags; the verifier proves every point anew. */
async function acceptedAndVerified(child: string, time = '16:40'): Promise<void> {
  plant.at(time)
  await plant.take('u4', tickets.isolateStart, { workId: child })
  for (const { pointId, qr, lock, lockId } of points) {
    await plant.take('u9', tickets.pointOperate, { workId: child, pointId, proof: { qr } })
    await plant.locks.confirms(lock)
    await plant.take('u9', tickets.pointLock, { workId: child, pointId, lockId })
    await plant.take('u9', tickets.pointTag, { workId: child, pointId })
  }
  const drain = { workId: child, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
  await plant.take('u9', tickets.pointOperate, drain)
  await proven(child)
}

/** The verifier proves every point. */
async function proven(workId: string): Promise<void> {
  for (const { pointId, method, unit } of points)
    await plant.take('u10', tickets.pointVerify, proofOf(workId, pointId, method, '0', unit))
  await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt4', '4', '全开', ''))
}

async function briefed(child: string): Promise<void> {
  const personIds = [await plant.personId(child, 'u6'), await plant.personId(child, 'u7')]
  await plant.take('u5', tickets.brief, { workId: child, personIds })
  for (const who of ['u6', 'u7']) await plant.take(who, tickets.briefConfirm, { workId: child })
  await plant.take('u8', tickets.guardIn, { workId: child, personId: await plant.personId(child, 'u8') })
  await crewActions.confirmMeasures(plant, child)
}

interface HoldRow {
  workId: string
  pointId: string | null
  userId: string
  holdType: number
  removeMode: number | null
  placed: number
  removed: number | null
}
const holdsOf = () =>
  sql<HoldRow>(`select work_id as "workId", point_id as "pointId", user_id as "userId", hold_type as "holdType",
    remove_mode as "removeMode", extract(epoch from placed_time)::float8 as placed,
    extract(epoch from removed_time)::float8 as removed
    from lo_point_hold where hold_type > 0 order by placed_time, id`)

/** Moments between the first placing and now in which nothing rests on the point. */
function gapsOn(rows: readonly HoldRow[], place: (row: HoldRow) => boolean): number {
  let until: number | null = null
  let gaps = 0
  for (const row of rows.filter(place)) {
    if (until !== null && row.placed > until) gaps += 1
    until = Math.max(until ?? 0, row.removed ?? Number.POSITIVE_INFINITY)
  }
  return until === Number.POSITIVE_INFINITY ? gaps : gaps + 1
}

describe('SC14 T46 renewal without a gap', () => {
  it('SC14 I3: all holds move in one moment, the old ticket closes with 续票, and PT1–PT3 were never opened', async () => {
    const parent = await interrupted()
    const child = await approvedRenewal(parent)
    expect(await plant.state(parent)).toBe('20/21')
    await acceptedAndVerified(child)
    expect(await plant.state(child)).toBe('4/12')
    // A released residual energy has no lock and no hold: nothing was given back.
    expect(await catchUp(plant.world.ctx)).toBe(0)
    // Until the start everything still rests for the old ticket alone.
    expect((await holdsOf()).filter((hold) => hold.workId === child)).toEqual([])
    plant.at('16:48')
    await briefed(child)
    plant.at('16:50')
    await plant.take('u5', tickets.start, { workId: child })
    await plant.take('u4', tickets.start, { workId: child })

    expect(await plant.state(child)).toBe('20/20')
    expect(await plant.state(parent)).toBe('40/30')
    const [closed] = await sql<object>(
      'select close_flag, close_result, void_flag from lo_work where id = $1',
      [parent],
    )
    expect(closed).toEqual({ close_flag: 1, close_result: '5', void_flag: 0 })

    const holds = await holdsOf()
    const old = holds.filter((hold) => hold.workId === parent)
    const taken = holds.filter((hold) => hold.workId === child)
    expect(old).toHaveLength(5)
    expect(old.every((hold) => hold.removeMode === 3)).toBe(true)
    expect(new Set([...old.map((hold) => hold.removed), ...taken.map((hold) => hold.placed)]).size).toBe(1)
    expect(
      new Set(taken.map(({ pointId, userId, holdType }) => `${pointId ?? '锁箱'} ${userId} ${holdType}`)),
    ).toEqual(new Set(['demo-pt1 u9 1', 'demo-pt2 u9 1', 'demo-pt3 u9 1', '锁箱 u6 3', '锁箱 u7 3']))
    expect(taken).toHaveLength(5)
    for (const { pointId } of points) expect(gapsOn(holds, (hold) => hold.pointId === pointId)).toBe(0)
    expect(gapsOn(holds, (hold) => hold.userId === 'u6')).toBe(0)
    const opened = await sql(`select 1 from lo_lock_log g join lo_lock l on l.id = g.lock_id
      where l.lock_code in ('LK1', 'LK2', 'LK3') and g.event_type = 'OPEN'`)
    expect(opened).toEqual([])
    const locks = await sql<object>(`select distinct curr_work_id, point_id is not null as placed from lo_lock
      where lock_code in ('LK1', 'LK2', 'LK3')`)
    expect(locks).toEqual([{ curr_work_id: child, placed: true }])
    const counts = await sql<object>(`select distinct hold_count from lo_point where id = any($1)`, [
      points.map(({ pointId }) => pointId),
    ])
    expect(counts).toEqual([{ hold_count: 1 }])

    // The crew's locks came along: they go in, and take them off at the end as ever.
    await plant.take('u6', tickets.personIn, { workId: child, personId: await plant.personId(child, 'u6') })
    const trail = await sql<{ t: string }>(
      `select trans_id as t from lo_work_trans where work_id = $1 order by seq`,
      [parent],
    )
    expect(trail.map(({ t }) => t).slice(-3)).toEqual(['T55', 'T46', 'T45'])
    await endsWell(plant, parent, child)
  })

  it('T33: nobody goes on through a renewal before somebody has answered for what stopped the old ticket', async () => {
    const parent = await interrupted()
    await plant.take('u8', tickets.stop, { workId: parent, reason: '有人触电受伤，现场未处理', cause: '1' })
    const child = await approvedRenewal(parent)
    await acceptedAndVerified(child)
    plant.at('16:48')
    await briefed(child)
    plant.at('16:50')
    const refused = await plant.call('u5', tickets.start, { workId: child })
    expect(refused.message).toContain(
      '原票的中断原因尚未关闭：人身伤害（有人触电受伤，现场未处理，由安全管理人员关闭）',
    )
    await closeCauses(plant, parent)
    await plant.take('u5', tickets.start, { workId: child })
    await plant.take('u4', tickets.start, { workId: child })
    expect(await plant.state(child)).toBe('20/20')
    expect(await plant.state(parent)).toBe('40/30')
  })

  it('T46: an expired parent (T40, 40/25) hands over as well', async () => {
    const parent = await interrupted()
    const child = await approvedRenewal(parent)
    await acceptedAndVerified(child, '16:52')
    plant.at('17:01')
    const { expireTickets } = await import('./expire-tickets.ts')
    await expireTickets(plant.world.ctx)
    expect(await plant.state(parent)).toBe('40/25')
    await briefed(child)
    await plant.take('u5', tickets.start, { workId: child })
    await plant.take('u4', tickets.start, { workId: child })
    expect([await plant.state(child), await plant.state(parent)]).toEqual(['20/20', '40/30'])
  })

  it('T46 is the applicant’s, from 20/21 or 40/25 only, and one at a time; another tenant finds nothing', async () => {
    const parent = await carryOut(plant, 'working')
    expect(await plant.call('u1', calls.renew, { workId: parent, ...window })).toMatchObject({ code: 4201 })
    plant.at('15:00')
    await plant.take('u5', tickets.suspend, { workId: parent, reason: '当日未完成' })
    expect(await plant.call('u5', calls.renew, { workId: parent, ...window })).toMatchObject({ code: 4030 })
    const elsewhere = await plant
      .as('u1', { tenantId: 7 })
      .post(calls.renew.path, { workId: parent, clientOpId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', ...window })
    expect(elsewhere).toMatchObject({ success: false, message: '未找到对应实体' })
    const first = await plant.take('u1', calls.renew, { workId: parent, ...window })
    expect(first.ticket).toMatchObject({ parentWorkId: parent, workStatus: 0 })
    const again = await plant.call('u1', calls.renew, { workId: parent, ...window })
    expect(again.success).toBe(false)
    expect(again.message).toContain(first.ticket.workNo)
    // A voided renewal makes room for the next; the old ticket never noticed.
    await plant.take('u1', tickets.void, { workId: first.ticket.id, reason: '改期' })
    expect(await plant.state(parent)).toBe('20/21')
    await plant.take('u1', calls.renew, { workId: parent, ...window })
  })

  it('T46 I3: the start is refused while the parent works, while a point was given back, or without all its points', async () => {
    const parent = await interrupted()
    const child = await approvedRenewal(parent)
    await acceptedAndVerified(child)
    await briefed(child)
    plant.at('16:46')
    // Nobody looked for almost two hours: zero energy is proven anew (T33).
    await closeCauses(plant, parent)
    expect((await plant.call('u5', tickets.resume, { workId: parent })).message).toContain('须重新验证')
    await proven(parent)
    await closeCauses(plant, parent)
    await plant.take('u5', tickets.resume, { workId: parent })
    await plant.take('u4', tickets.resume, { workId: parent })
    const whileRunning = await plant.call('u5', tickets.start, { workId: child })
    expect(whileRunning.success).toBe(false)
    expect(whileRunning.message).toContain('未中断')
    expect(await plant.state(child)).toBe('4/12')

    plant.at('16:47')
    const done = {
      workId: parent,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
      notified: true,
    }
    await plant.take('u5', tickets.releaseBegin, done)
    for (const [who, lockId] of [
      ['u6', 'demo-pl6'],
      ['u7', 'demo-pl7'],
    ] as const)
      await plant.take(who, tickets.personalLockOff, { workId: parent, lockId })
    await plant.take('u9', tickets.pointRestore, { workId: parent, pointId: 'demo-pt4' })
    await plant.locks.opens('LK3')
    // The server dies between the commit and its reaction.
    await plant.world.withoutReactions(async () => {
      await plant.take('u9', tickets.pointRestore, { workId: parent, pointId: 'demo-pt3' })
      await plant.locks.closes('LK3')
    })
    // The waiting ticket stood on that lock: its point is in doubt, the phase goes back (T25).
    await expect.poll(() => plant.state(child)).toBe('4/10')
    const refused = await plant.call('u5', tickets.start, { workId: child })
    expect(refused.success).toBe(false)
  })

  it('T46: the interlock keeps the lock shut that holds the parent’s point, although the child’s isolator plans it', async () => {
    const parent = await interrupted()
    const child = await approvedRenewal(parent)
    plant.at('16:40')
    await plant.take('u4', tickets.isolateStart, { workId: child })
    const { loadSnapshot } = await import('../locks/index.ts')
    const { decide } = await import('@suoan/domain/interlock')
    const decision = await plant.world.ctx.db.transaction().execute(async (tx) => {
      const snapshot = await loadSnapshot(tx, {
        tenantId: 0,
        lockId: 'demo-lk1',
        userId: 'u9',
        sessionId: null,
        workId: child,
        action: 'OPEN',
        at: plant.world.clock.now(),
        proof: 'assumed',
      })
      return snapshot && decide(snapshot)
    })
    expect(decision?.allow).toBe(false)
    expect(decision?.rules.find((rule) => rule.id === 'R07')).toMatchObject({ pass: false })
  })
})
