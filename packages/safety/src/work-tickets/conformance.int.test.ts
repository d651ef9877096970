import { transitions } from '@suoan/domain/work-ticket'
import { draft, startOf, whole, type AskedOn, type PersonId, type Scene } from '@suoan/model/lockstep'
import { describe, expect, it } from 'vitest'
import { isNight } from '@suoan/platform/testing/at-night'
import { bypass, drain, inlet, modelPlant, type PlantPoint } from './testing/conformance/plant.ts'
import { Twin, type Setting } from './testing/conformance/twin.ts'
import { createTicketWorld } from './testing/ticket-world.ts'

/** mulberry32: the same histories every time. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

type Workers = readonly ('w1' | 'w2')[]

function settingOf(
  points: readonly PlantPoint[],
  { workers = ['w1', 'w2'] as Workers, ...changes }: Partial<Omit<Scene, 'workers'>> & { workers?: Workers },
): Setting {
  const scenePoints = points.map(({ pointId, lockId, group }, index) => ({
    pointId,
    kind: lockId === null ? ('residual' as const) : ('isolate' as const),
    lockId,
    group,
    predecessors: points.slice(Math.max(0, index - 1), index).map((each) => each.pointId),
  }))
  return {
    points,
    workers,
    scene: {
      ...whole,
      name: '',
      about: '',
      start: startOf([draft('A', scenePoints)], scenePoints, 0, null, true),
      goals: [],
      ...changes,
      workers: 2,
    },
  }
}

/** What nobody calls for here: drafts and late steps have tests of their own, and a lock more is another lock. */
const aside = ['edit', 'urge', 'stepOverdue', 'lockAdd'] as const

/** Events in the order in which a ticket gets on. */
const onward = [
  'submit',
  'reviewPass',
  'approve',
  'isolateStart',
  'start',
  'personalLockOn',
  'pointOperate',
  'pointLock',
  'pointTag',
  'pointVerify',
]

/** Takes the ticket on until it is in this state. */
async function march(twin: Twin, until: string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    const { ticket, items } = twin.run.world.tickets[0]!
    const { status, phase } = ticket
    if (`${status}/${phase}` === until) return
    // A proof may be given again and again.
    const isProven = ({ event }: AskedOn['asked']): boolean =>
      event.type === 'pointVerify' &&
      items.some(({ pointId, proof }) => pointId === event.pointId && proof === 'valid')
    const can = twin.run.everythingAsked().filter((each) => !isProven(each.asked) && twin.run.answer(each).ok)
    const [next] = onward.flatMap((type) => can.filter(({ asked }) => asked.event.type === type))
    if (next === undefined) throw new Error(`no way from ${status}/${phase} to ${until}`)
    await twin.take(next)
  }
  throw new Error(`never in ${until}`)
}

/** Points given back in reverse order, each with its lock opened and shut again, then the last signatures. */
async function finish(twin: Twin): Promise<void> {
  const take = async (type: string): Promise<boolean> => {
    const can = twin.run.everythingAsked().filter((each) => twin.run.answer(each).ok)
    const next = can.find(({ asked }) => asked.event.type === type)
    return next !== undefined && (await twin.take(next))
  }
  for (const type of ['releaseBegin', 'personalLockOff', 'personalLockOff']) await take(type)
  for (const { lockId } of twin.run.world.tickets[0]!.items.toReversed()) {
    if (lockId !== null) await twin.turnLock(lockId, 'open')
    await take('pointRestore')
    if (lockId !== null) await twin.turnLock(lockId, 'closed')
  }
  while (await take('finish'));
}

/** Approved, with everything there that the model takes for granted, in the window of the plan. */
async function approve(twin: Twin): Promise<void> {
  await march(twin, '4/0')
  await twin.prepareCrew()
  await twin.turnClock()
}

interface Ground {
  readonly name: string
  readonly setting: Setting
  /** Where every history begins. */
  begin(twin: Twin): Promise<void>
  /** Histories with every test, and at night. */
  readonly histories: { readonly day: number; readonly night: number }
  readonly steps: number
}

const handovers = ((): Setting => {
  const setting = settingOf([inlet, drain], {
    without: aside,
    workers: ['w1'],
    runs: ['handover'],
    extra: ['lead2'],
  })
  const { start } = setting.scene
  const tags = { lead: ['LEAD'], lead2: [], w1: ['WORK'], w2: [] } as const
  const named = start.tickets.map((each) => ({ ...each, running: { ...each.running, tags } }))
  return { ...setting, scene: { ...setting.scene, start: { ...start, tickets: named } } }
})()

/** The renewal stands in the model as one that was given up, until there is one (T46). */
const renewals = ((): Setting => {
  const setting = settingOf([inlet, drain], { without: [...aside, 'void', 'recall'], runs: ['renew'] })
  const { start } = setting.scene
  const given = start.tickets.map((each) => ({
    ...each,
    ticket: { ...each.ticket, id: 'B', workNo: '票B', parentWorkId: 'A', voidFlag: true },
  }))
  return {
    ...setting,
    scene: { ...setting.scene, start: { ...start, tickets: [...start.tickets, ...given] } },
  }
})()

const grounds: readonly Ground[] = [
  {
    name: '审批',
    setting: settingOf([inlet], { handsOn: true, edits: true, without: [...aside, 'pointOperate'] }),
    begin: async () => {},
    histories: { day: 4, night: 24 },
    steps: 12,
  },
  {
    name: '最后批准',
    setting: settingOf([inlet], { handsOn: true, edits: true, without: [...aside, 'pointOperate'] }),
    begin: async (twin) => {
      await march(twin, '2/0')
      const [first] = twin.run
        .everythingAsked()
        .filter((each) => each.asked.event.type === 'approve' && twin.run.answer(each).ok)
      if (first !== undefined) await twin.take(first)
    },
    histories: { day: 3, night: 15 },
    steps: 6,
  },
  {
    name: '隔离',
    setting: settingOf([inlet, bypass, drain], { without: aside }),
    begin: approve,
    histories: { day: 5, night: 27 },
    steps: 20,
  },
  {
    name: '作业',
    setting: settingOf([inlet, bypass, drain], {
      without: aside,
      runs: ['test', 'group', 'extend', 'deadline', 'locks', 'removal', 'found'],
    }),
    begin: async (twin) => {
      await approve(twin)
      await march(twin, '20/20')
    },
    histories: { day: 5, night: 60 },
    steps: 20,
  },
  {
    name: '交接',
    setting: handovers,
    begin: async (twin) => {
      await approve(twin)
      await march(twin, '20/20')
    },
    histories: { day: 0, night: 24 },
    steps: 16,
  },
  {
    name: '续票',
    setting: renewals,
    begin: async (twin) => {
      await approve(twin)
      await march(twin, '20/20')
      await twin.take({ index: 0, asked: { event: { type: 'suspend', reason: '换班' }, actor: 'grd' } })
      await twin.take({ index: 0, asked: { event: { type: 'renew' }, actor: 'app' } })
    },
    histories: { day: 0, night: 24 },
    steps: 18,
  },
]

/** Asked for by somebody without the duty as well; the call says the same whoever makes it. */
const anybodys = new Set(
  'isolateStart isolateCancel pointOperate pointLock pointTag pointFail pointRestore start resume suspend releaseBegin testBegin testEnd relocked groupRelease extendAsk void recall withdraw submit'.split(
    ' ',
  ),
)
const others: readonly PersonId[] = ['per', 'iso', 'w1', 'lead', 'ver', 'saf', 'grd', 'app']

/** Rows that no history of these takes, and what does. */
const drivenElsewhere: Readonly<Record<string, string>> = {
  'T01 create': 'the draft is there when a history begins (drafts.int.test.ts)',
  'T02 edit': 'its words are no part of the comparison (drafts.int.test.ts, safe-input.int.test.ts)',
  'T16 stepOverdue': 'the steps of these flows have no time (approval.int.test.ts)',
  'T16 urge': 'when a step was urged is no part of the comparison (approval.int.test.ts)',
  'T23 isolationRecheck': 'reports here are never stale (plan.int.test.ts)',
  'T31 crewChange': 'seldom come to: locked off and outside (changes.int.test.ts)',
  'T31 lockAdd': 'a lock more is none of the model’s (changes.int.test.ts)',
  'T31 pointAdd': 'always refused',
  'T35 testBegin': 'seldom come to: every personal lock off while working (test-run.int.test.ts)',
  'T36 testEnd': 'behind T35 (test-run.int.test.ts)',
  'T37 relocked': 'behind T35 (test-run.int.test.ts)',
  'T38 groupRelease': 'seldom come to, as T35 (changes.int.test.ts)',
  'T45 closeExpired': 'seldom come to: three signatures after everything is restored (expiry.int.test.ts)',
  'T45 handOver': 'seldom come to: everything of the renewal proven (renewal.int.test.ts)',
  'T50 afterReview': 'another type of ticket (emergency-ticket.int.test.ts)',
  'T50 afterReviewLate': 'another type of ticket (emergency-ticket.int.test.ts)',
  'T50 emergencyApprove': 'another type of ticket (emergency-ticket.int.test.ts)',
  'T50 emergencyReview': 'another type of ticket (emergency-ticket.int.test.ts)',
  'T50 emergencySubmit': 'another type of ticket (emergency-ticket.int.test.ts)',
}

/** What happened how often, over all histories. */
const chosen = new Map<string, number>()
const taken = new Set<string>()
const told = { histories: 0, steps: 0, refused: 0 }

/** Whether somebody calls for it on the server in this way: newcomers and samples before the work are notes there. */
const isCalled = ({ asked: { event } }: AskedOn): boolean =>
  event.type === 'crewChange' ? Boolean(event.replaces) : !event.type.startsWith('emergency')

/** One step of a history: mostly what was seldom done, sometimes what is refused, a lock that turns, time that goes by. */
async function step(twin: Twin, pick: (below: number) => number): Promise<void> {
  const kind = pick(20)
  const { locks, clock, tickets } = twin.run.world
  if (kind < 2) {
    // What a lock is opened for once it was given back is nobody's here.
    const all = Object.values(locks).filter(
      ({ lockId, boundTo, state }) => lockId === 'AC' || boundTo !== null || state !== 'closed',
    )
    const lock = all[pick(all.length)]!
    return twin.turnLock(lock.lockId, lock.state === 'closed' ? 'open' : 'closed')
  }
  if (kind === 2 && pick(3) === 0) {
    // Tests and signatures last longer than ten minutes, and are not to last through several of them.
    const isShort = tickets.every(({ keys, running }) => keys.length === 0 && running.test === null)
    return twin.pass(isShort && pick(2) === 0 ? 'tenMinutes' : 'hour')
  }
  if (kind === 3 && pick(4) === 0 && clock < 3) return twin.turnClock()
  const asked = twin.run.everythingAsked().map((each) => ({ each, answer: twin.run.answer(each) }))
  const wanted = kind < 15
  const choices = asked.flatMap(({ each, answer }) => {
    if (answer.ok !== wanted || !isCalled(each)) return []
    const name = answer.ok ? `${answer.transId} ${answer.event}` : `refused ${each.asked.event.type}`
    return [{ each, name, count: chosen.get(name) ?? 0 }]
  })
  const least = Math.min(...choices.map(({ count }) => count))
  const rare = choices.filter(({ count }) => count <= least + 1)
  const choice = rare[pick(rare.length)]
  if (choice === undefined) return
  chosen.set(choice.name, choice.count + 1)
  const isOther = !wanted && pick(3) === 0 && anybodys.has(choice.each.asked.event.type)
  const actor = isOther ? others[pick(others.length)]! : choice.each.asked.actor
  const taking: AskedOn = { ...choice.each, asked: { ...choice.each.asked, actor } }
  if (!(await twin.take(taking))) told.refused += 1
}

const hours = isNight ? 'night' : 'day'

describe('the server does what the model does (§4, §8.1 M5)', () => {
  it.each(grounds.filter(({ histories }) => histories[hours] > 0))(
    'after every step of random histories both say the same: $name',
    async ({ setting, begin, histories, steps }) => {
      await using plant = await createTicketWorld({ prepare: modelPlant })
      const first = await Twin.open(plant, setting)
      await begin(first)
      const again = await first.remember()
      for (let seed = 1; seed <= histories[hours]; seed += 1) {
        const pick = dice(seed)
        const twin = await again()
        for (let done = 0; done < steps; done += 1) await step(twin, pick)
        told.histories += 1
        told.steps += twin.steps.length
        for (const each of twin.run.taken) taken.add(each)
      }
      expect(told.steps).toBeGreaterThan(0)
    },
    600_000,
  )

  it('both take a ticket to its end (T41–T44)', async () => {
    await using plant = await createTicketWorld({ prepare: modelPlant })
    const twin = await Twin.open(plant, settingOf([inlet, drain], { without: aside }))
    await approve(twin)
    await march(twin, '20/20')
    await finish(twin)
    expect(twin.run.world.tickets[0]?.ticket).toMatchObject({ status: 30, phase: 30 })
    for (const each of twin.run.taken) taken.add(each)
  })

  it('a statement that does something else is found, and so is an answer that differs', async () => {
    await using plant = await createTicketWorld({ prepare: modelPlant })
    const { pool } = plant.world.database
    const first = await Twin.open(plant, settingOf([inlet, drain], { without: aside }))
    await approve(first)
    const again = await first.remember()

    // Whoever operates a point, the tables name the verifier: a wrong effect in the server's SQL.
    await pool.query(`create function names_another() returns trigger language plpgsql as
      $$ begin new.isolator_id := 'u10'; return new; end $$`)
    await pool.query(`create trigger names_another before update on lo_work_point for each row when (new.state = 1)
      execute function names_another()`)
    await expect(march(await again(), '4/11')).rejects.toThrow(
      /A item demo-pt2\s+server: .*isolator ver .*\s+model: +.*isolator iso /,
    )
    await pool.query('drop trigger names_another on lo_work_point')

    const refusing = await again()
    await pool.query(`update lo_lock set freeze_flag = 1 where id = 'demo-lk2'`)
    await expect(march(refusing, '4/11')).rejects.toThrow(/server refuses it: .*\s+model takes it: T20/)
  })

  it.runIf(hours === 'night')('they reach every row of the table, but for those named here', () => {
    const reached = new Set([...taken].map((each) => each.split(' ').slice(0, 2).join(' ')))
    const rows = [...new Set(transitions.map(({ id, event }) => `${id} ${event}`))]
    const missed = rows.filter((row) => !reached.has(row))
    console.log(
      `${told.histories} histories, ${told.steps} steps (${told.refused} refused), ${taken.size} ways through the table`,
    )
    expect(missed.toSorted()).toEqual(Object.keys(drivenElsewhere).toSorted())
  })
})
