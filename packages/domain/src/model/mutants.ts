import {
  guards,
  ticketMachine,
  transitions,
  type ConsequenceName,
  type Guard,
  type GuardId,
  type Role,
  type StateCode,
  type TicketMachine,
  type TransitionRow,
} from '../work-ticket/index.ts'
import { explore, type CounterExample, type Limits } from './explore.ts'
import { quickScenes, type Scene } from './scenes.ts'

/** A table with one fault, and what the fault is. */
export interface Mutant {
  /** Unique, for lists: `T27 start −G14`. */
  id: string
  kind: 'guard' | 'effect' | 'by' | 'keys' | 'edge' | 'inverted'
  event: TransitionRow['event'] | null
  machine: TicketMachine
}

const replaced = (place: number, row: TransitionRow): TicketMachine => ({
  ...ticketMachine,
  rows: transitions.map((each, at) => (at === place ? row : each)),
})

const nameOf = (row: TransitionRow, place: number): string => {
  const twin = transitions.some((each, at) => at !== place && each.id === row.id && each.event === row.event)
  return `${row.id} ${row.event}${twin ? `@${row.from[0] ?? ''}${row.when ? `?${row.when}` : ''}` : ''}`
}

/** Effects whose loss no state of the small world shows, and why that is so. */
export const unseenEffects: Readonly<Partial<Record<ConsequenceName, string>>> = {
  reserveNumber: '编号由保存草稿的事务完成，状态机不读编号',
  tentativeHolds: '预占只供冲突检查提示，本模型以“天气”表示冲突',
  freeTentative: '同上',
  sealChain: '链的封存不改变状态；I7 由属性测试逐条核验',
  startTimers: '到期提醒由计时器模块安排；到期本身（T17、T40、T54）不依赖它',
  tellReviewers: '通知不改变状态',
  tellApprovers: '通知不改变状态',
  tellApplicant: '通知不改变状态',
  tellCrew: '通知不改变状态',
  tellIsolators: '通知不改变状态',
  tellOwners: '通知不改变状态',
}

function* guardsDropped(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const guard of row.guards) {
      const machine = replaced(place, { ...row, guards: row.guards.filter((each) => each !== guard) })
      yield { id: `${nameOf(row, place)} −${guard}`, kind: 'guard', event: row.event, machine }
    }
}

function* effectsDropped(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const effect of row.effects) {
      if (effect in unseenEffects) continue
      const machine = replaced(place, { ...row, effects: row.effects.filter((each) => each !== effect) })
      yield { id: `${nameOf(row, place)} −${effect}`, kind: 'effect', event: row.event, machine }
    }
}

const outsiders: readonly Role[] = ['ANYONE', 'WORK', 'SYSTEM']

function* widened(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const role of outsiders) {
      if (row.by.includes(role) || row.by.includes('ANYONE')) continue
      const keys = row.keys?.map((key) => [...key, role])
      const machine = replaced(place, { ...row, by: [...row.by, role], ...(keys ? { keys } : {}) })
      yield { id: `${nameOf(row, place)} +${role}`, kind: 'by', event: row.event, machine }
    }
}

function* signaturesDropped(): Generator<Mutant> {
  for (const [place, row] of transitions.entries())
    for (const key of row.keys?.keys() ?? []) {
      const machine = replaced(place, { ...row, keys: row.keys?.filter((_each, at) => at !== key) ?? [] })
      yield { id: `${nameOf(row, place)} −签认${key + 1}`, kind: 'keys', event: row.event, machine }
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
      const machine = replaced(place, { ...row, from: [...row.from, state] })
      yield { id: `${nameOf(row, place)} +${state}`, kind: 'edge', event: row.event, machine }
    }
}

function* guardsInverted(): Generator<Mutant> {
  // Keys of a closed record.
  for (const id of Object.keys(guards) as GuardId[]) {
    if (!transitions.some((row) => row.guards.includes(id))) continue
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
      event: null,
      machine: { ...ticketMachine, guards: { ...guards, [id]: inverted } },
    }
  }
}

/** Every single fault of the six kinds, made from the table as it stands. */
export function allMutants(): Mutant[] {
  return [
    ...guardsDropped(),
    ...effectsDropped(),
    ...widened(),
    ...signaturesDropped(),
    ...edgesAdded(),
    ...guardsInverted(),
  ]
}

/** Walks the scenes that drive the changed event until a promise breaks; null when none does. */
export function hunt(
  mutant: Mutant,
  scenes: readonly Scene[] = quickScenes,
  limits: Limits = { maxStates: 20_000 },
): CounterExample | null {
  for (const scene of scenes) {
    if (mutant.event !== null && scene.without.includes(mutant.event)) continue
    const { found } = explore(scene, mutant.machine, limits)
    if (found !== null) return found
  }
  return null
}
