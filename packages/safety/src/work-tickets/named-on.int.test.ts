import { workTicketEndpoints as tickets } from '@suoan/contract'
import { execPhase, holdState, stepStatus, workStatus } from '@suoan/domain/dictionaries'
import { isNamedOn, isTicketIn, waitsFor, type TicketNames } from '@suoan/domain/work-ticket'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rememberPlant } from './testing/rewind.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { namedOnText } from './named-on.ts'

const people = ['u1', 'u2', 'u3', 'u4', 'u5'] as const
const person = fc.constantFrom(...people)
const maybe = fc.option(person, { nil: null, freq: 2 })
const some = <T>(rows: fc.Arbitrary<T>) => fc.array(rows, { maxLength: 2 })

const names: fc.Arbitrary<TicketNames> = fc.record({
  applicantId: maybe,
  leaderId: maybe,
  people: fc.uniqueArray(fc.record({ userId: person, listed: fc.boolean(), inside: fc.boolean() }), {
    maxLength: 2,
    selector: (row) => row.userId,
  }),
  handovers: some(fc.record({ fromUserId: person, toUserId: person, state: fc.constantFrom(0, 1, 2, 3) })),
  holds: fc.uniqueArray(fc.record({ userId: person, state: fc.constantFrom(...Object.values(holdState)) }), {
    maxLength: 2,
    selector: (row) => row.userId,
  }),
  removals: some(
    fc.record({ ownerId: person, requestBy: person, approveBy: maybe, removerId: maybe, witnessId: maybe }),
  ),
  steps: some(
    fc.record({
      userId: person,
      status: fc.constantFrom(...Object.values(stepStatus)),
      delegatePath: fc.array(person, { maxLength: 2 }),
    }),
  ),
})
const ticket = fc.record({
  names,
  standing: fc.record({
    status: fc.constantFrom(...Object.values(workStatus)),
    phase: fc.constantFrom(...Object.values(execPhase)),
    voidFlag: fc.boolean(),
    closeFlag: fc.boolean(),
  }),
})
type Planned = typeof ticket extends fc.Arbitrary<infer T> ? T : never

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
})
afterAll(() => plant[Symbol.asyncDispose]())

async function store(planned: readonly Planned[]): Promise<void> {
  const { pool } = plant.world.database
  let n = 0
  const id = () => `row${(n += 1)}`
  const day = '2026-12-01T08:00:00+08:00'
  for (const [index, { names: who, standing }] of planned.entries()) {
    const workId = `w${index}`
    await pool.query(
      `insert into lo_work (id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards,
          plan_start, plan_end, work_status, exec_phase, void_flag, close_flag, applicant_id, leader_id)
        values ($1, $1, '', '20', '9', 'demo-a010101', 'A01A01A01', '', '', '', $2, $2, $3, $4, $5, $6, $7, $8)`,
      [
        workId,
        day,
        standing.status,
        standing.phase,
        standing.voidFlag ? 1 : 0,
        standing.closeFlag ? 1 : 0,
        who.applicantId,
        who.leaderId,
      ],
    )
    for (const { userId, listed, inside } of who.people)
      await pool.query(
        `insert into lo_work_person (id, work_id, user_id, person_id, role_tag, state, on_state)
          values ($1, $2, $3, $3, 'WORK', $4, $5)`,
        [id(), workId, userId, listed ? 1 : 0, inside ? 1 : 0],
      )
    for (const { fromUserId, toUserId, state } of who.handovers)
      await pool.query(
        `insert into lo_work_handover (id, work_id, role_tag, from_user_id, to_user_id, state) values ($1, $2, 'LEAD', $3, $4, $5)`,
        [id(), workId, fromUserId, toUserId, state],
      )
    for (const { userId, state } of who.holds)
      await pool.query(
        `insert into lo_point_hold (id, point_id, work_id, user_id, hold_type, state, placed_time)
          values ($1, 'demo-pt1', $2, $3, 2, $4, $5)`,
        [id(), workId, userId, state, day],
      )
    for (const { ownerId, requestBy, approveBy, removerId, witnessId } of who.removals)
      await pool.query(
        `insert into lo_emergency_removal (id, lock_id, work_id, hold_id, owner_id, reason, request_by, request_time,
            owner_absent_proof, contact_log, area_clear_proof, approve_by, remover_id, witness_id, state)
          values ($1, 'demo-pl6', $2, $1, $3, '', $4, $8, '{}', '[]', '{}', $5, $6, $7, 2)`,
        [id(), workId, ownerId, requestBy, approveBy, removerId, witnessId, day],
      )
    for (const [step, { userId, status, delegatePath }] of who.steps.entries()) {
      const [table, whom, state] =
        step === 0
          ? ['lo_work_review', 'reviewer_id', 'review_status']
          : ['lo_work_examine', 'approver_id', 'approve_status']
      await pool.query(
        `insert into ${table} (id, work_id, round, step_no, ${whom}, ${state}, delegate_path) values ($1, $2, 1, 1, $3, $4, $5)`,
        [
          id(),
          workId,
          userId,
          status,
          JSON.stringify(delegatePath.map((each) => ({ userId: each, userName: each }))),
        ],
      )
    }
  }
}

it('who is named on a ticket and for whom it waits: the lists, their totals and the single ticket answer as the domain does', async () => {
  const again = await rememberPlant(plant.world.database.pool)
  await fc.assert(
    fc.asyncProperty(fc.array(ticket, { minLength: 6, maxLength: 14 }), async (planned) => {
      await again()
      await store(planned)
      const wanted = (which: (each: Planned) => boolean) =>
        planned.flatMap((each, n) => (which(each) ? [`w${n}`] : [])).toSorted()
      for (const who of people) {
        const named = wanted((each) => isNamedOn(who, each.names))
        const { rows } = await plant.world.database.pool.query<{ id: string }>(
          `select w.id from lo_work w where ${namedOnText('w.id', '$1::varchar')} order by w.id collate "C"`,
          [who],
        )
        expect(rows.map((row) => row.id)).toEqual(named)
        // Where work stands still a safety officer is asked, whoever is named there, and a permitter of the plant: these tickets
        // belong to no territory, so that none has a permitter of its own.
        const asked = ({ standing }: Planned) =>
          ['u2', 'u4'].includes(who) && isTicketIn('waitingForPost', standing)
        const waiting = wanted((each) => waitsFor(who, each.standing, each.names) || asked(each))
        for (const [tab, ids] of [
          ['all', named],
          ['todo', waiting],
        ] as const) {
          const page = await plant.take(who, tickets.myList, { tab, pageSize: 3 })
          const listed = await plant.take(who, tickets.myList, { tab, pageSize: 100 })
          expect(listed.records.map((row) => row.id).toSorted()).toEqual(ids)
          expect([page.total, page.records.length]).toEqual([ids.length, Math.min(3, ids.length)])
        }
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

it('somebody named on 6,000 tickets finds all of them, with the right total', async () => {
  await plant.world.database.pool.query(
    `insert into lo_work (id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards,
        plan_start, plan_end, applicant_id, create_time)
      select 'many' || n, 'many' || n, '', '20', '9', 'demo-a010101', 'A01A01A01', '', '', '', now(), now(), 'u11',
        now() - n * interval '1 minute' from generate_series(1, 6000) n`,
  )
  const last = await plant.take('u11', tickets.myList, { tab: 'all', pageNo: 60, pageSize: 100 })
  expect([last.total, last.records.length]).toEqual([6000, 100])
  const todo = await plant.take('u11', tickets.myList, { tab: 'todo' })
  expect(todo.total).toBe(6000)
})
