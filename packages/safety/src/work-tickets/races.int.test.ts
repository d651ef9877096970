import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { raceOptions, rounds } from './testing/race-rounds.ts'
import { rememberPlant } from './testing/rewind.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) => (await plant.world.database.pool.query(text)).rows
const hashOf = async (id: string) => (await plant.detail(id)).ticket['contentHash']

/** Runs the race again and again from the plant as it is now; what each round found is told in the end. */
async function race(name: string, round: (n: number) => Promise<string>): Promise<void> {
  const again = await rememberPlant(plant.world.database.pool)
  const found = new Map<string, number>()
  for (let n = 0; n < rounds; n += 1) {
    const winner = await round(n)
    found.set(winner, (found.get(winner) ?? 0) + 1)
    // Reactions to the commit end before the plant is turned back.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await again()
  }
  process.stdout.write(`${name}: ${rounds} rounds, ${JSON.stringify(Object.fromEntries(found))}\n`)
}

/** Both at once, now the one first and now the other. */
async function atOnce<T>(n: number, one: () => Promise<T>, other: () => Promise<T>): Promise<[T, T]> {
  if (n % 2 === 0) return Promise.all([one(), other()])
  const [b, a] = await Promise.all([other(), one()])
  return [a, b]
}

describe('races (§4.5.1)', () => {
  describe('LO-4090: whoever comes second is told what the ticket is now, whatever the two wanted', () => {
    /** `seen` is what both looked at; the second call comes when the first has long been taken. */
    const second = async (state: 'approved' | 'ready' | 'working' | 'releasing') => {
      const id = await carryOut(plant, state)
      return { id, seen: (await plant.detail(id)).ticket.revision }
    }
    const told = (answer: object, workStatus: number, execPhase: number) =>
      expect(answer).toMatchObject({ success: false, code: 4090, result: { workStatus, execPhase } })

    it('isolating against voiding', async () => {
      const { id, seen } = await second('approved')
      await plant.take('u4', tickets.isolateStart, { workId: id })
      told(await plant.call('u4', tickets.void, { workId: id, seen, reason: '取消' }), 4, 10)
    })

    it('starting against giving the isolation up', async () => {
      const { id, seen } = await second('ready')
      plant.at('09:00')
      await plant.take('u4', tickets.isolateCancel, { workId: id, notified: true })
      told(await plant.call('u5', tickets.start, { workId: id, seen }), 4, 24)
    })

    it('entering against a stop', async () => {
      const { id, seen } = await second('working')
      const personId = await plant.personId(id, 'u6')
      await plant.take('u8', tickets.stop, { workId: id, reason: '停' })
      told(await plant.call('u6', tickets.personIn, { workId: id, seen, personId }), 20, 21)
    })

    it('the end of the time is no race: what it refuses says so itself', async () => {
      const { id, seen } = await second('working')
      const personId = await plant.personId(id, 'u6')
      plant.at('17:00')
      const late = await plant.call('u6', tickets.personIn, { workId: id, seen, personId })
      expect(late).toMatchObject({ success: false, code: 4201 })
    })

    it('a condition that is not met says what is missing, also on a ticket that has moved', async () => {
      const { id, seen } = await second('working')
      const personId = await plant.personId(id, 'u6')
      await plant.take('u6', tickets.personIn, { workId: id, personId })
      const release = { workId: id, seen, siteChecks: { people: true, tools: true, guards: true } }
      expect(await plant.call('u5', tickets.releaseBegin, release)).toMatchObject({ code: 4210 })
    })
  })

  it('two approvals of one step: exactly one approves, every time', raceOptions, async () => {
    // A second approver of the territory, so that two people can approve at the same moment.
    await query(`insert into sys_user_role (id, user_id, role_id) values ('x-1', 'u11', 'role-APPROVE')`)
    const id = await carryOut(plant, 'reviewed')
    const contentHash = await hashOf(id)
    const rows = { u3: await plant.pendingRow(id, 'u3'), u11: await plant.pendingRow(id, 'u11') }
    const decide = (who: 'u3' | 'u11') =>
      plant.call(who, workExamineEndpoints.decide, { id: rows[who], approveStatus: 8, contentHash })
    await race('two approvals', async (n) => {
      const [u3, u11] = await atOnce(
        n,
        () => decide('u3'),
        () => decide('u11'),
      )
      expect([u3.success, u11.success].filter(Boolean)).toHaveLength(1)
      expect(u3.success ? u11 : u3).toMatchObject({ code: 4090, result: { workStatus: 4, execPhase: 0 } })
      expect(await plant.state(id)).toBe('4/0')
      return u3.success ? 'u3' : 'u11'
    })
  })

  it(
    'withdrawing against adopting: one of the two, never both and never neither, every time',
    raceOptions,
    async () => {
      const id = await carryOut(plant, 'submitted')
      const row = await plant.pendingRow(id, 'u2')
      const contentHash = await hashOf(id)
      const seen = (await plant.detail(id)).ticket.revision
      await race('withdraw against adopt', async (n) => {
        const [adopted, withdrawn] = await atOnce(
          n,
          () => plant.call('u2', workReviewEndpoints.decide, { id: row, reviewStatus: 8, contentHash }),
          () => plant.call('u1', tickets.withdraw, { workId: id, seen }),
        )
        expect([adopted.success, withdrawn.success].filter(Boolean)).toHaveLength(1)
        const state = await plant.state(id)
        expect(state).toBe(adopted.success ? '2/0' : '0/0')
        const [workStatus, execPhase] = state.split('/').map(Number)
        expect(adopted.success ? withdrawn : adopted).toMatchObject({
          code: 4090,
          result: { workStatus, execPhase },
        })
        return adopted.success ? 'adopted' : 'withdrawn'
      })
    },
  )

  it(
    'two tickets on one machine approved at the same moment: only one wins (G06), every time',
    raceOptions,
    async () => {
      const ids = [await plant.draft(), await plant.draft()]
      const rows: { id: string; contentHash: unknown }[] = []
      for (const id of ids) {
        await plant.take('u1', tickets.submit, { workId: id })
        await plant.review(id)
        rows.push({ id: await plant.pendingRow(id, 'u3'), contentHash: await hashOf(id) })
      }
      const [first, second] = rows
      await race('two clashing tickets', async (n) => {
        const approve = (row: (typeof rows)[number] | undefined) =>
          plant.call('u3', workExamineEndpoints.decide, { ...row, approveStatus: 8 })
        const [a, b] = await atOnce(
          n,
          () => approve(first),
          () => approve(second),
        )
        expect([a.success, b.success].filter(Boolean)).toHaveLength(1)
        return a.success ? 'first' : 'second'
      })
    },
  )

  it(
    'two tickets that restore one point at the same moment: exactly one is the last and opens it (G24 T43), every time',
    raceOptions,
    async () => {
      const id = await carryOut(plant, 'releasing')
      for (const [who, lockId] of [
        ['u6', 'demo-pl6'],
        ['u7', 'demo-pl7'],
      ] as const)
        await plant.take(who, tickets.personalLockOff, { workId: id, lockId })
      await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
      // Neither of the two locks can be heard: the last one restores on its isolator's word.
      await query(`update lo_lock set state_trust = 2 where id in ('demo-lk3', 'demo-lk5') returning id`)
      await shareLastPoint(id)
      await race('two restores', async (n) => {
        const restore = (workId: string) =>
          plant.take('u9', tickets.pointRestore, { workId, pointId: 'demo-pt3', notified: true })
        const [own, other] = await atOnce(
          n,
          () => restore(id),
          () => restore('other'),
        )
        const last = [own, other].filter(
          ({ rules }) => rules.find((rule) => rule.id === 'G24')?.pass === true,
        )
        expect(last).toHaveLength(1)
        expect(await query(`select hold_count, curr_state from lo_point where id = 'demo-pt3'`)).toEqual([
          { hold_count: 0, curr_state: 0 },
        ])
        return last[0] === own ? 'own' : 'other'
      })
    },
  )

  it(
    'one point restored twice at the same moment is restored once (T43), every time',
    raceOptions,
    async () => {
      const id = await carryOut(plant, 'releasing')
      for (const [who, lockId] of [
        ['u6', 'demo-pl6'],
        ['u7', 'demo-pl7'],
      ] as const)
        await plant.take(who, tickets.personalLockOff, { workId: id, lockId })
      await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
      await plant.locks.opens('LK3')
      const restore = () => plant.call('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt3' })
      await race('one point twice', async () => {
        const both = await Promise.all([restore(), restore()])
        expect(both.filter(({ success }) => success)).toHaveLength(1)
        const rows = await query(`select count(*)::int as n from lo_work_trans where trans_id = 'T43'`)
        // The drain's, and one of the two.
        expect(rows).toEqual([{ n: 2 }])
        return 'once'
      })
    },
  )

  it(
    'one personal lock hung on two tickets at the same moment hangs on one (T26), every time',
    raceOptions,
    async () => {
      const id = await carryOut(plant, 'verified')
      await shareLastPoint(id)
      // The lock is no planned one: nothing but its owner's hand brings the two tickets together.
      await query(`delete from lo_work_lock where lock_id = 'demo-pl6'`)
      await race('one personal lock', async (n) => {
        const hang = (workId: string) => () =>
          plant.call('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', pointId: 'demo-pt3' })
        const [own, other] = await atOnce(n, hang(id), hang('other'))
        expect([own.success, other.success].filter(Boolean)).toHaveLength(1)
        return own.success ? 'own' : 'other'
      })
    },
  )

  it('the same operation sent twice at once is one operation', async () => {
    const id = await plant.draft()
    const clientOpId = '01JCCCCCCCCCCCCCCCCCCCCCCC'
    const send = () => plant.call('u1', tickets.submit, { workId: id, clientOpId })
    const [first, second] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ success: true })
    expect(second).toEqual(first)
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.filter((row) => row['transId'] === 'T04')).toHaveLength(1)
  })
})

/** A second ticket, `other`, rests on PT3 with a lock of its own and is being released too. */
async function shareLastPoint(id: string): Promise<void> {
  const copy = (table: string, changes: string, where = '') =>
    query(`insert into ${table} select (jsonb_populate_record(t, ${changes})).* from ${table} t
      where t.work_id = '${id}' ${where}`)
  await query(`insert into lo_work select (jsonb_populate_record(w,
      jsonb_build_object('id', 'other', 'work_no', 'OTHER-1', 'chain_head', null))).* from lo_work w where w.id = '${id}'`)
  const mine = `jsonb_build_object('id', 'o-' || left(t.id, 28), 'work_id', 'other')`
  await copy('lo_work_person', mine)
  await copy(
    'lo_work_point',
    `${mine} || jsonb_build_object('actual_lock_id', 'demo-lk5', 'planned_lock_id', 'demo-lk5')`,
    `and t.point_id = 'demo-pt3'`,
  )
  await copy(
    'lo_work_lock',
    `${mine} || jsonb_build_object('lock_id', 'demo-lk5')`,
    `and t.lock_id = 'demo-lk3'`,
  )
  await copy(
    'lo_point_hold',
    `${mine} || jsonb_build_object('lock_id', 'demo-lk5')`,
    `and t.point_id = 'demo-pt3'`,
  )
  await query(`update lo_point set hold_count = 2 where id = 'demo-pt3'`)
}
