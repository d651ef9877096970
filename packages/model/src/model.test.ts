import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  advance,
  factsReadBy,
  guards,
  ticketMachine,
  transitions,
  type Guard,
  type TicketFacts,
  type TransitionRow,
} from '@suoan/domain/work-ticket'
import { askedOf } from './ask.ts'
import { drivenElsewhere, equivalentMutants } from './equivalent.ts'
import { groundOf } from './explore.ts'
import { guardAway } from './absence.ts'
import { allMutants, testMutant, type Mutant } from './mutants.ts'
import { traceText } from './trace.ts'
import { quickScenes } from './scenes.ts'
import { AskedTable } from './table.ts'

// The walks of the small worlds (M8), and a sample of the faults they find: a quarter of it in `npm test`, all of it in
// `npm run test:all`, which walks the larger worlds (`npm run model`) and results every fault (`-- --mutants`) too.

const grounds = quickScenes.map((scene) => groundOf(scene))
const walks = new Map(grounds.map(({ scene, walk }) => [scene.name, walk]))
const taken = [...walks.values()].flatMap((walk) => [...walk.taken])

describe.each(quickScenes)('$name', (scene) => {
  test('I1–I8 and every invariant hold in every reachable state, and every ticket can end', () => {
    const walk = walks.get(scene.name)
    expect(traceText(walk?.found ?? null)).toBe('')
    expect(walk?.states).toBeGreaterThan(5)
  })
})

/** Rows no walk takes, and why: their family drives them, or they cannot happen in so small a world. */
const untaken: Readonly<Record<string, string>> = {
  'T31 pointAdd 20/20': '该行存在只为说明拒绝：增补隔离点一律须办新票（T31 的判定恒为否）',
}

const rowName = (row: TransitionRow) =>
  `${row.id} ${row.event} ${row.from.join(',')}${row.when ? ` ${row.when}` : ''}`

test('every row of the table is taken by some walk, or stands in the list with its reason', () => {
  const missing = transitions
    .filter((row) => {
      const states = row.from.map((from) => `${row.id} ${row.event} ${from}→`)
      const target = row.to.includes('/') && row.to !== 'statusKept/24' ? row.to : null
      return !taken.some(
        (each) =>
          states.some((state) => each.startsWith(state)) && (target === null || each.endsWith(target)),
      )
    })
    .map(rowName)
  expect(missing.filter((name) => !(name in untaken))).toEqual([])
})

test('every event of the table is asked for by the explorer', () => {
  const asked = new Set(
    [...walks.values()].flatMap((walk) => [...walk.asked].map((each) => each.split(' ')[0])),
  )
  // T01 has no ticket yet; every walk of a draft begins with it.
  const events = new Set(transitions.map((row) => row.event).filter((event) => event !== 'create'))
  expect([...events].filter((event) => !asked.has(event))).toEqual([])
})

/** Notes the name of every fact that is looked at. */
const recording = (facts: TicketFacts, seen: Set<string>): TicketFacts =>
  new Proxy(facts, {
    get(target, name) {
      if (typeof name === 'string') seen.add(name)
      return Reflect.get(target, name) as unknown
    },
  })

test('whatever anybody asks for in a state of the small worlds, only the facts named by factsReadBy are read', () => {
  const undeclared = new Set<string>()
  const accepted = new Set<string>()
  for (const { scene, states } of grounds) {
    const table = new AskedTable(scene, ticketMachine)
    // Every third state: neighbours differ in one step.
    for (const { world } of states.filter((_state, n) => n % 3 === 0))
      for (const [index, { ticket }] of world.tickets.entries())
        for (const asked of askedOf(world, index, scene)) {
          const seen = new Set<string>()
          const answer = advance(ticket, asked.event, recording(table.given(world, index, asked), seen))
          if (answer.ok) accepted.add(asked.event.type)
          const declared: readonly string[] = factsReadBy(asked.event.type)
          for (const name of seen)
            if (!declared.includes(name)) undeclared.add(`${asked.event.type}: ${name}`)
        }
  }
  expect([...undeclared].toSorted()).toEqual([])
  expect(accepted.size).toBeGreaterThan(50)
})

/** Worlds small enough to test mutants in with every test. */
const mutantGrounds = grounds.filter(({ walk }) => walk.states <= 1600)
const mutants = allMutants()

/** One guard or effect of each row that the hunting grounds reach. */
const dropped: readonly string[] = [
  'T03 deleteDraft −T03',
  'T04 submit −G01',
  'T09 submit −G02',
  'T05 withdraw −T05',
  'T18 void@0/0 −T18',
  'T07 reviewPass −G08',
  'T06 reviewPass −G08',
  'T08 reviewReject −G08',
  'T12 approve@2/0?editsCore −T12',
  'T11 approve −G08',
  'T11 approve −T11',
  'T10 approve −G08',
  'T13 approveReject −G08',
  'T14 returnReview −T14',
  'T15 delegate −T15',
  'T15 addSigner −G03',
  'T16 stepOverdue −T16',
  'T19 recall −T19',
  'T20 isolateStart −G10',
  'T21 pointOperate −T21',
  'T22 pointLock@4/10?takesOver −T22',
  'T23 pointTag −T23',
  'T24 pointVerify −G12',
  'T26 personalLockOn −T26',
  'T27 start@4/11?renews −G10',
  'T28 personIn −T28',
  'T28 personIn −G10',
  'T28 personIn −G05',
  'T28 personIn −G15',
  'T28 personIn −G30',
  'T31 crewChange −T31',
  'T33 resume −T33',
  'T27 start@4/11 −G30',
  'T33 resume −G13',
  'T33 resume −G14',
  'T33 resume −G30',
  'T37 relocked@20/23 −G30',
  'T37 relocked@20/23 −G13',
  'T55 causeClose −T55',
  'T35 testBegin −T35',
  'T35 testBegin −G27',
  'T36 testEnd −T36',
  'T37 relocked@20/23?wasSuspended −G11',
  'T31 lockAdd −T31',
  'T31 pointAdd −T31',
  'T38 groupRelease −T38',
  'T39 extendAsk −G25',
  'T39 extendApprove −G02',
  'T54 closeDeadlineMove −T54',
  'T41 releaseBegin −G17',
  'T42 personalLockOff −T42',
  'T43 pointRestore −T43',
  'T44 finish −G17',
  'T17 expire@1/0 −T17',
  'T40 expire −T17',
  'T54 expire −T17',
  'T45 closeExpired −G17',
  'T46 renew −T46',
  'T47 removalAsk −T47',
  'T50 emergencySubmit −T50',
  'T50 emergencyReview −T50',
  'T50 emergencyApprove −G02',
  'T50 afterReview −T50',
  'T50 afterReviewLate −T50',
  'T25 pointFail@4/10 −pointFailed',
  'T28 presenceReported@20/20 −personFound',
  'T29 personOut −personLeft',
  'T30 gasRepeat@20/20?gasFailed −gasRecorded',
  'T32 suspend@20/20 −suspended',
  'T32 suspend@20/20 −causeOpened',
  'T55 causeClose −causeClosed',
  'T39 extendReject −extensionRefused',
  'T45 handOver −closedByRenewal',
]
/** Guards that say yes where they should say no. */
const inverted: readonly string[] = [
  'G01',
  'G02',
  'G03',
  'G04',
  'G05',
  'G06',
  'G07',
  'G08',
  'G09',
  'G10',
  'G11',
  'G12',
  'G13',
  'G14',
  'G15',
  'G16',
  'G17',
  'G18',
  'G19',
  'G20',
  'G21',
  'G24',
  'G25',
  'G26',
  'G27',
  'G28',
  'G29',
  'G30',
  'R08',
  'T03',
  'T04',
  'T05',
  'T07',
  'T12',
  'T14',
  'T15',
  'T16',
  'T17',
  'T18',
  'T19',
  'T20',
  'T21',
  'T22',
  'T23',
  'T24',
  'T26',
  'T28',
  'T31',
  'T33',
  'T35',
  'T36',
  'T37',
  'T42',
  'T43',
  'T44',
  'T46',
  'T47',
  'T49',
  'T50',
  'T54',
  'I3',
]
/** Guards that overlook whoever has no account. */
const overlooked = ['G17 只看账号']
const sample = [...dropped, ...inverted.map((id) => `${id} 取反`)]

test('the sample results a fault in at least 30 rows and 30 guards', () => {
  expect(new Set(dropped.map((id) => id.split(' ')[0])).size).toBeGreaterThanOrEqual(30)
  expect(inverted.length).toBeGreaterThanOrEqual(30)
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
})

const tested = [
  ...overlooked,
  ...(process.env['TEST_ALL'] ? sample : sample.filter((_, index) => index % 4 === 0)),
]

test.each(tested)('%s is found with a trace', (id) => {
  const mutant = mutants.find((each) => each.id === id)
  const found = mutant ? testMutant(mutant, mutantGrounds).found : null
  expect(found?.text).toBeTruthy()
  expect(found?.trace.length).toBeGreaterThan(0)
})

/** A table whose G14 does not see what another place says. */
function onePlaceOnly(): Mutant {
  const { G14 } = guards
  const narrow: Guard = {
    ...G14,
    check: (ticket, event, facts) => {
      const [first] = facts.gas.needed
      const isThere = ({ position }: { position: string }) => position === first?.position
      const { needed, tests } = facts.gas
      const gas = { ...facts.gas, needed: needed.filter(isThere), tests: tests.filter(isThere) }
      return G14.check(ticket, event, { ...facts, gas })
    },
  }
  const using = transitions.filter((row) => row.guards.includes('G14'))
  return {
    id: 'G14 只看一处',
    kind: 'guard',
    touches: using.flatMap((row) => row.from.map((from) => `${row.event} ${from}`)),
    machine: { ...ticketMachine, guards: { ...guards, G14: narrow } },
  }
}

test('no work runs while a planned gas place has no passing sample: a G14 that asks one place is found by P87', () => {
  expect(testMutant(onePlaceOnly(), mutantGrounds).found?.id).toBe('P87')
})

const groundNamed = (name: string) => grounds.filter(({ scene }) => scene.name === name)

/** A table that takes every stop but the one for a guardian who is away. */
function waitsForTheGuardian(): Mutant {
  const { G15 } = guards
  const asksHim: Guard = {
    ...G15,
    check: (ticket, event, facts) =>
      event.type === 'suspend'
        ? { ...G15.check(ticket, event, facts), pass: event.reason !== guardAway }
        : G15.check(ticket, event, facts),
  }
  const rows = transitions.map((row) =>
    row.event === 'suspend' && row.from.includes('20/20') ? { ...row, guards: ['G15' as const] } : row,
  )
  return {
    id: 'T32 等监护人回来',
    kind: 'guard',
    touches: ['suspend 20/20', 'suspend 20/22', 'suspend 20/23'],
    machine: { rows, guards: { ...guards, G15: asksHim } },
  }
}

test('no work goes on while the guardian is away beyond his time: a stop that waits for him is found by P90', () => {
  expect(testMutant(waitsForTheGuardian(), groundNamed('监护人离岗')).found?.id).toBe('P90')
})

/** A table whose G13 takes a day pass that was made once for a good one. */
function passesNeverEnd(): Mutant {
  const { G13 } = guards
  const blind: Guard = {
    ...G13,
    check: (ticket, event, facts) => {
      const passes = [{ from: 0, to: Infinity }]
      const persons = facts.persons.map((person) =>
        person.external === null ? person : { ...person, external: { ...person.external, passes } },
      )
      return G13.check(ticket, event, { ...facts, persons })
    },
  }
  const using = transitions.filter((row) => row.guards.includes('G13'))
  return {
    id: 'G13 通行证不过期',
    kind: 'guard',
    touches: using.flatMap((row) => row.from.map((from) => `${row.event} ${from}`)),
    machine: { ...ticketMachine, guards: { ...guards, G13: blind } },
  }
}

test('nobody goes in again after his day pass has ended: a G13 that does not see the end is found by P91', () => {
  expect(testMutant(passesNeverEnd(), groundNamed('通行证到期')).found?.id).toBe('P91')
})

test('what is listed as equivalent or driven elsewhere is still a fault of the table', () => {
  const ids = mutants.map(({ id }) => id)
  const listed = [...Object.keys(equivalentMutants), ...Object.keys(drivenElsewhere)]
  expect(listed.filter((id) => !ids.includes(id))).toEqual([])
})

test.each(Object.entries(drivenElsewhere))(
  '%s has the test that is named for it',
  (_id, { file, test: name }) => {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(name)
  },
)
