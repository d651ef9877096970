import {
  guards,
  ticketMachine,
  transitions,
  type ConsequenceName,
  type Guard,
  type GuardId,
  type Role,
  type StateCode,
  type TicketEventType,
  type TicketMachine,
  type TransitionRow,
} from '@suoan/domain/work-ticket'
import { exploreFrom } from './explore.ts'
import type { CounterExample, Ground } from './walk.ts'

/** A table with one fault, and what the fault is. */
export interface Mutant {
  /** Unique, for lists: `T27 start −G14`. */
  id: string
  kind: 'guard' | 'effect' | 'by' | 'keys' | 'edge' | 'inverted' | 'person'
  /** Events and the states they answer differently in: `start 4/12`. */
  touches: readonly string[]
  machine: TicketMachine
}

const touchesOf = (...rows: readonly TransitionRow[]): string[] =>
  rows.flatMap((row) => row.from.map((from) => `${row.event} ${from}`))

const eventsOf = ({ touches }: Mutant): ReadonlySet<TicketEventType> =>
  // The first word of a touch is an event.
  new Set(touches.map((each) => each.slice(0, each.indexOf(' ')) as TicketEventType))

const replaced = (place: number, row: TransitionRow): TicketMachine => ({
  ...ticketMachine,
  rows: transitions.map((each, at) => (at === place ? row : each)),
})

const nameOf = (row: TransitionRow, place: number): string => {
  const twin = transitions.some((each, at) => at !== place && each.id === row.id && each.event === row.event)
  return `${row.id} ${row.event}${twin ? `@${row.from[0] ?? ''}${row.when ? `?${row.when}` : ''}` : ''}`
}

/** Effects whose loss no state of the small world shows, and why that is so. */
const unseenEffects: Readonly<Partial<Record<ConsequenceName, string>>> = {
  reserveNumber: '编号由保存草稿的事务完成，状态机不读编号',
  tentativeHolds: '预占只供冲突检查提示，本模型以“天气”表示冲突',
  freeTentative: '同上',
  sealChain: '链的封存不改变状态；I7 由属性测试逐条核验',
  causesCleared: '关闭后的原因不再阻止恢复，只是不再显示',
  startTimers: '到期提醒由计时器模块安排；到期本身（T17、T40、T54）不依赖它',
  notifyReviewers: '通知不改变状态',
  notifyApprovers: '通知不改变状态',
  notifyApplicant: '通知不改变状态',
  notifyCrew: '通知不改变状态',
  notifyIsolators: '通知不改变状态',
  notifyOwners: '通知不改变状态',
}

function* guardsDropped(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const guard of row.guards) {
      const machine = replaced(place, { ...row, guards: row.guards.filter((each) => each !== guard) })
      yield { id: `${nameOf(row, place)} −${guard}`, kind: 'guard', touches: touchesOf(row), machine }
    }
}

function* effectsDropped(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const effect of row.effects) {
      if (effect in unseenEffects) continue
      const machine = replaced(place, { ...row, effects: row.effects.filter((each) => each !== effect) })
      yield { id: `${nameOf(row, place)} −${effect}`, kind: 'effect', touches: touchesOf(row), machine }
    }
}

const outsiders: readonly Role[] = ['ANYONE', 'WORK', 'SYSTEM']

function* widened(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const role of outsiders) {
      if (row.by.includes(role) || row.by.includes('ANYONE')) continue
      const keys = row.keys?.map((key) => [...key, role])
      const machine = replaced(place, { ...row, by: [...row.by, role], ...(keys ? { keys } : {}) })
      yield { id: `${nameOf(row, place)} +${role}`, kind: 'by', touches: touchesOf(row), machine }
    }
}

function* signaturesDropped(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const key of row.keys?.keys() ?? []) {
      const machine = replaced(place, { ...row, keys: row.keys?.filter((_each, at) => at !== key) ?? [] })
      yield { id: `${nameOf(row, place)} −签认${key + 1}`, kind: 'keys', touches: touchesOf(row), machine }
    }
}

/** States a step must not be possible from, by event. */
const wrongStates: Readonly<Partial<Record<TransitionRow['event'], readonly StateCode[]>>> = {
  edit: ['1/0', '2/0', '4/0'],
  deleteDraft: ['1/0'],
  submit: ['2/0', '4/0'],
  withdraw: ['2/0', '4/0'],
  approve: ['1/0'],
  recall: ['20/20', '4/12', '20/24'],
  void: ['20/20', '20/21', '4/10', '40/25'],
  isolateStart: ['2/0', '20/20'],
  start: ['2/0', '5/0', '40/25'],
  personIn: ['4/12', '20/21', '20/24', '40/25', '4/0'],
  resume: ['20/24', '40/25', '4/0'],
  pointRestore: ['20/20', '20/21', '4/12', '40/25'],
  finish: ['20/20', '20/21', '4/24'],
  closeExpired: ['40/25'],
  isolationRestored: ['20/24', '20/21'],
  isolateCancel: ['20/20', '20/21'],
}

function* edgesAdded(): Generator<Mutant> {
  for (const [event, states] of Object.entries(wrongStates))
    for (const state of states) {
      const place = transitions.findLastIndex((row) => row.event === event)
      const row = transitions[place]
      if (row === undefined) continue
      const changed: TransitionRow = { ...row, from: [...row.from, state] }
      const machine = replaced(place, changed)
      yield { id: `${nameOf(row, place)} +${state}`, kind: 'edge', touches: touchesOf(changed), machine }
    }
}

function* guardsInverted(): Generator<Mutant> {
  // Keys of a closed record.
  for (const id of Object.keys(guards) as GuardId[]) {
    const using = transitions.filter((row) => [...row.guards, ...(row.notes ?? [])].includes(id))
    if (using.length === 0) continue
    const guard: Guard = guards[id]
    const inverted: Guard = {
      ...guard,
      check: (...given) => {
        const verdict = guard.check(...given)
        return { ...verdict, pass: !verdict.pass }
      },
    }
    yield {
      id: `${id} 取反`,
      kind: 'inverted',
      touches: touchesOf(...using),
      machine: { ...ticketMachine, guards: { ...guards, [id]: inverted } },
    }
  }
}

/** Guards that see accounts only: whoever has none is neither listed nor counted (decision 0471). */
const countsPeople: readonly GuardId[] = ['G17']

function* personsOverlooked(): Generator<Mutant> {
  for (const id of countsPeople) {
    const guard: Guard = guards[id]
    const blind: Guard = {
      ...guard,
      check(ticket, event, facts) {
        const persons = facts.persons.filter((person) => person.external === null)
        const unseen = facts.persons.filter((person) => person.external !== null && person.onSite).length
        return guard.check({ ...ticket, onSiteCount: ticket.onSiteCount - unseen }, event, {
          ...facts,
          persons,
        })
      },
    }
    yield {
      id: `${id} 只看账号`,
      kind: 'person',
      touches: touchesOf(...transitions.filter((row) => row.guards.includes(id))),
      machine: { ...ticketMachine, guards: { ...guards, [id]: blind } },
    }
  }
}

/** Every single fault of the seven kinds, made from the table as it stands. */
export function allMutants(): Mutant[] {
  return [
    ...guardsDropped(),
    ...effectsDropped(),
    ...widened(),
    ...signaturesDropped(),
    ...edgesAdded(),
    ...guardsInverted(),
    ...personsOverlooked(),
  ]
}

/** What became of a mutant. */
export interface MutantResult {
  id: string
  kind: Mutant['kind']
  found: CounterExample | null
  /** Worlds walked to their end without a broken invariant. */
  survived: readonly string[]
  /** Worlds that outgrew the budget. */
  gaveUp: readonly string[]
  states: number
}

/** A faulty table may reach this many times the states of the real one, and these more, before a walk gives up. */
const growth = { times: 3, more: 2000 }

/**
 * Walks the worlds in which somebody asks for what the fault touches, the smallest first, until an invariant breaks. A walk
 * that outgrows its budget proves nothing, neither way.
 */
export function testMutant(mutant: Mutant, grounds: readonly Ground[]): MutantResult {
  const survived: string[] = []
  const gaveUp: string[] = []
  let states = 0
  const driving = grounds.filter((ground) => drives(ground, mutant))
  for (const ground of driving.toSorted((a, b) => a.walk.states - b.walk.states)) {
    const maxStates = ground.walk.states * growth.times + growth.more
    const walk = exploreFrom(ground, mutant.machine, eventsOf(mutant), { maxStates })
    states += walk.states
    if (walk.found === null) survived.push(ground.scene.name)
    else if (walk.found.id === 'P32') gaveUp.push(ground.scene.name)
    else return { id: mutant.id, kind: mutant.kind, found: walk.found, survived, gaveUp, states }
  }
  return { id: mutant.id, kind: mutant.kind, found: null, survived, gaveUp, states }
}

const drives = ({ scene, walk }: Ground, { touches }: Mutant): boolean =>
  touches.some((each) => walk.asked.has(each)) ||
  (touches.some((each) => each.endsWith(' new')) && scene.start.tickets[0]?.ticket.status === 0)
