import {
  coversOpening,
  type PhaseHistory,
  type RecordedGrant,
  type RecordedOpening,
} from '@suoan/domain/grant'
import type { ExecPhase, OpenMethod } from '@suoan/domain/dictionaries'
import { authorityOf } from '@suoan/domain/warning'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { recordEvents } from '../lock-records/index.ts'
import { DAY_D, eventFrom, plantDemo } from '../lock-records/testing.ts'
import { judgeOpenings } from './judge-openings.ts'

/** The same locks in the database and for the domain; all of them out at their places, none in store. */
const locks = [
  {
    code: 'LK1',
    purpose: 1,
    parentSn: 'GW1',
    lockTypeId: 't-free',
    groupIds: ['g1'],
    areaCode: 'A01A01',
    free: true,
  },
  {
    code: 'LK2',
    purpose: 1,
    parentSn: 'GW1',
    lockTypeId: 't-ticket',
    groupIds: [],
    areaCode: 'A01A02',
    free: false,
  },
  {
    code: 'LK4',
    purpose: 2,
    parentSn: null,
    lockTypeId: 't-ticket',
    groupIds: ['g1', 'g2'],
    areaCode: 'A01A01A01',
    free: false,
  },
] as const
const tickets = ['w0', 'w1', 'w2', 'w3'] as const
/** The moment of the nth opening; farther apart than reports that count as one alarm. */
const moment = (n: number): number => DAY_D + n * 120_000
const count = 200

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [] })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
  await query(`insert into lo_lock_type (id, type_code, type_name, power_type, purposes, ticket_required)
    values ('t-free', 't-free', 't-free', 1, '1,2', 0), ('t-ticket', 't-ticket', 't-ticket', 1, '1,2', 1)`)
  for (const { code, lockTypeId, groupIds, areaCode, purpose } of locks)
    await query(
      `update lo_lock set lock_type_id = $2, group_ids = $3, area_code = $4, lock_purpose = $5, custody = 2 where lock_code = $1`,
      [code, lockTypeId, JSON.stringify(groupIds), areaCode, purpose],
    )
})
afterAll(() => world[Symbol.asyncDispose]())

const phases = [0, 10, 11, 12, 20, 21, 22, 23, 24] as const
/** Mostly what covers, for an opening is covered only when everything fits. */
const mostly = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const near = fc.integer({ min: -3, max: 3 })
const lists = <T>(...values: readonly T[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, fc.subarray([...values]))

/** A grant as the generator sees it: steps of 1.5 s from the opening, for clocks within 2 s are taken as right. */
const grantSpec = fc.record({
  scopeType: fc.constantFrom(1, 1, 2, 3, 4),
  isOther: mostly(false, true),
  groupId: fc.constantFrom('g1', 'g2'),
  areaCode: fc.constantFrom('A01', 'A01', 'A01A01', 'A01A02', ''),
  lockTypeId: fc.constantFrom('t-free', 't-ticket'),
  grantType: fc.constantFrom(1, 2, 3, 4, 4, 4, 5, 6),
  actions: mostly('OPEN', 'OPEN,READLOG', 'READLOG'),
  from: fc.option(fc.oneof({ weight: 3, arbitrary: fc.constant(-3) }, near), { nil: null }),
  to: fc.option(fc.oneof({ weight: 3, arbitrary: fc.constant(3) }, near), { nil: null }),
  weekPlan: fc.constantFrom(
    [],
    [{ week: 2, times: [{ s: '09:00', e: '12:00' }] }],
    [{ week: 3, times: [{ s: '00:00', e: '23:59' }] }],
  ),
  maxUses: mostly(0, 1, 2),
  usedCount: fc.nat(2),
  workId: fc.constantFrom(...tickets),
  phases: lists(...phases),
  methods: lists<OpenMethod>('01', '03', '05'),
  status: mostly(1, 0, 2, 3, 4),
  created: mostly<number | null>(null, -3, -1, 1, 3),
  changed: fc.option(near, { nil: null }),
})
const openingSpec = fc.record({
  lock: fc.constantFrom(...locks),
  method: fc.constantFrom<OpenMethod | null>('01', '03', null),
  /** The lock names the first grant. */
  names: fc.boolean(),
  grants: fc.array(grantSpec, { minLength: 0, maxLength: 3 }),
})
const history = fc
  .uniqueArray(fc.nat(count), { minLength: 0, maxLength: 12 })
  .chain((times) =>
    fc.tuple(
      ...times
        .toSorted((a, b) => a - b)
        .map((at) => fc.record({ at: fc.constant(at), phase: fc.constantFrom(...phases) })),
    ),
  )
const hold = fc.record({
  lock: fc.constantFrom('LK1', 'LK2'),
  workId: fc.constantFrom(...tickets),
  placed: fc.nat(count),
  removed: fc.option(fc.nat(count), { nil: null }),
})

it('W04 A01: an opening is found without a right exactly where the domain says that no grant covered it', async () => {
  const [facts] = fc.sample(
    fc.record({
      openings: fc.array(openingSpec, { minLength: count, maxLength: count }),
      histories: fc.tuple(history, history, history, history),
      holds: fc.array(hold, { minLength: 3, maxLength: 6 }),
    }),
    1,
  )
  if (facts === undefined) throw new Error('nothing generated')
  const { histories, holds } = facts
  const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
  const time = (at: number | null) => (at === null ? null : new Date(at))

  const phaseHistories = new Map<string, PhaseHistory>()
  for (const [index, workId] of tickets.entries()) {
    const moves = histories[index] ?? []
    phaseHistories.set(
      workId,
      moves.map(({ at, phase }) => ({ since: moment(at), phase: phase as ExecPhase })),
    )
    await query(
      `insert into lo_work (id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards, plan_start, plan_end)
       values ($1, $1, '检修', '10', '2', 'demo-a0101', 'A01A01', '现场', '检修', '04', $2, $3)`,
      [workId, time(moment(0)), time(moment(count))],
    )
    if (moves.length === 0) phaseHistories.set(workId, [{ since: 0, phase: 0 }])
    for (const [seq, { at, phase }] of moves.entries())
      await query(
        `insert into lo_work_trans (id, work_id, seq, to_status, to_phase, actor_id, server_time, prev_hash, hash)
         values ($1, $2, $3, 20, $4, 'u1', $5, '', '')`,
        [`${workId}-${seq}`, workId, seq, phase, time(moment(at))],
      )
  }
  for (const [index, { lock, workId, placed, removed }] of holds.entries())
    await query(
      `insert into lo_point_hold (id, point_id, work_id, user_id, lock_id, hold_type, placed_time, removed_time, state)
       values ($1, $1, $2, 'u9', (select id from lo_lock where lock_code = $3), 1, $4, $5, $6)`,
      [
        `h${index}`,
        workId,
        lock,
        time(moment(placed)),
        time(removed === null ? null : moment(removed)),
        removed === null ? 1 : 0,
      ],
    )

  const expected: string[] = []
  const lockIdOf = (code: string) => `demo-${code.toLowerCase()}`
  const seqs = new Map<string, number>()
  for (const [index, { lock, method, names, grants }] of facts.openings.entries()) {
    const at = moment(index)
    const userId = `x${index}`
    const recorded: RecordedGrant[] = []
    for (const [nth, spec] of grants.entries()) {
      const grantId = `g${index}-${nth}`
      const isOfTicket = spec.grantType >= 4
      const grantLockId = spec.isOther ? 'demo-lk3' : lockIdOf(lock.code)
      const relative = (by: number | null) => (by === null ? null : at + by * 1_500)
      await query(
        `insert into lo_lock_user (id, user_id, scope_type, lock_id, group_id, area_code, lock_type_id, grant_type, actions, valid_from,
          valid_to, week_plan, max_uses, used_count, work_id, phases, methods, reason, status, create_time, update_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, '试', $18, $19, $20)`,
        [
          grantId,
          userId,
          spec.scopeType,
          spec.scopeType === 1 ? grantLockId : null,
          spec.groupId,
          spec.areaCode,
          spec.lockTypeId,
          spec.grantType,
          spec.actions,
          time(relative(spec.from)),
          time(relative(spec.to)),
          JSON.stringify(spec.weekPlan),
          spec.maxUses,
          spec.usedCount,
          isOfTicket ? spec.workId : null,
          spec.phases.join(','),
          spec.methods.join(','),
          spec.status,
          time(relative(spec.created)),
          time(relative(spec.changed)),
        ],
      )
      const scopes = [
        { kind: 'lock', lockId: grantLockId },
        { kind: 'group', groupId: spec.groupId },
        { kind: 'area', areaCode: spec.areaCode },
        { kind: 'areaType', areaCode: spec.areaCode, lockTypeId: spec.lockTypeId },
      ] as const
      recorded.push({
        grantId,
        userId,
        scope: scopes[spec.scopeType - 1] ?? scopes[0],
        grantType: spec.grantType,
        actions: spec.actions.split(',') as RecordedGrant['actions'],
        validFrom: relative(spec.from),
        validTo: relative(spec.to),
        weekPlan: spec.weekPlan,
        maxUses: spec.maxUses,
        usedCount: spec.usedCount,
        workId: isOfTicket ? spec.workId : null,
        phases: spec.phases,
        methods: spec.methods,
        status: spec.status as RecordedGrant['status'],
        createdAt: relative(spec.created),
        changedAt: relative(spec.changed),
        usedSince: 0,
      })
    }
    const [first] = recorded
    const named = names ? first : undefined
    // What the record path takes from the grant that a report names: its ticket, when it is for this lock or for many.
    const isCause =
      named !== undefined && (named.scope.kind !== 'lock' || named.scope.lockId === lockIdOf(lock.code))
    const opening: RecordedOpening = {
      userId,
      grantId: named?.grantId ?? null,
      lock: { ...lock, lockId: lockIdOf(lock.code), ticketRequired: !lock.free },
      at,
      method,
      workId: isCause ? named.workId : null,
      heldFor: holds
        .filter((each) => each.lock === lock.code && moment(each.placed) <= at)
        .filter(({ removed }) => removed === null || moment(removed) > at)
        .map(({ workId }) => workId),
    }
    const authority = authorityOf({
      decisionAllowed: null,
      covered: coversOpening(opening, recorded, phaseHistories),
      purpose: lock.purpose,
      userId,
      ownerUserId: null,
      keeperId: null,
      holderId: null,
      inStore: false,
      tokenOver: false,
      forced: false,
    })
    if (authority === null) expected.push(`${lock.code} ${at}`)
    const seq = (seqs.get(lock.code) ?? 0) + 1
    seqs.set(lock.code, seq)
    const event = {
      type: 'OPEN',
      ts: at,
      uid: userId,
      ...(method && { method }),
      ...(named && { gid: named.grantId }),
    }
    await recordEvents(world.ctx, [
      eventFrom(lock.code, { seq, ts: at, parentSn: lock.parentSn }, event, {
        type: 'CLOSE',
        ts: at + 30_000,
      }),
    ])
  }

  const { ctx } = world
  // Most openings lie hours ahead of this clock, as when a server's clock was set back: each is judged all the same.
  await inTransaction(ctx, (tx, emit) => judgeOpenings({ ctx, tx, emit, now: moment(0) }))
  const { rows } = await query(
    `select l.lock_code, a.first_time from lo_alarm a join lo_lock l on l.id = a.lock_id where a.alarm_type = 'A01'`,
  )
  const found = rows.map((row) => `${row['lock_code']} ${new Date(String(row['first_time'])).getTime()}`)
  expect(found.toSorted()).toEqual(expected.toSorted())
  // Both answers occur often enough to mean something.
  expect(Math.min(expected.length, count - expected.length)).toBeGreaterThan(count / 20)
})
