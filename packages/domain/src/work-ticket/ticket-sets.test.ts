import { describe, expect, it } from 'vitest'
import { execPhase, workStatus } from '../dictionaries/index.ts'
import { isTicketIn, ticketSets, type TicketSet } from './ticket-sets.ts'
import { isTerminal } from './ticket.ts'
import { everywhere } from './rows/states.ts'
import type { StateCode, TransitionRow } from './transition-row.ts'
import { transitions } from './transitions.ts'

const standing = (state: StateCode, closeFlag = false, voidFlag = false) => {
  const [status, phase] = state.split('/').map(Number)
  // A state code names one code of either list.
  return { status, phase, closeFlag, voidFlag } as Parameters<typeof isTicketIn>[1]
}
const statesIn = (set: TicketSet) => everywhere.filter((state) => isTicketIn(set, standing(state))).toSorted()
const from = (event: string, also: (row: TransitionRow) => boolean = () => true) =>
  transitions
    .filter((row) => row.event === event && also(row))
    .flatMap((row) => row.from)
    .toSorted()

describe('sets of tickets agree with the table of transitions', () => {
  it('a stop moves exactly the tickets at work (T32)', () => {
    expect(statesIn('atWork')).toEqual(from('suspend', (row) => row.to === '20/21'))
  })

  it('a point fails exactly where work relies on it (T25)', () => {
    expect(statesIn('reliesOnPoints')).toEqual(from('pointFail'))
  })

  it('time ends exactly the tickets that can expire (T17, T40, T54)', () => {
    expect(statesIn('expiring')).toEqual([...new Set(from('expire'))].toSorted())
  })

  it('closures are awaited and cancelled isolations restored where the table says (T23, T53)', () => {
    expect(statesIn('awaitingClosure')).toEqual(from('isolationRecheck'))
    expect(statesIn('awaitingIsolation')).toEqual(from('isolateStart'))
    expect(statesIn('cancellingIsolation')).toEqual(from('isolationRestored'))
  })

  it('a ticket has ended or it has not, as no transition leads on (T51)', () => {
    for (const status of Object.values(workStatus))
      for (const closeFlag of [true, false]) {
        const ticket = { ...standing(`${status}/${execPhase.none}`, closeFlag), status }
        expect(isTicketIn('ended', ticket)).toBe(isTerminal(ticket))
        if (status !== workStatus.expired && closeFlag) continue
        expect(isTicketIn('notEnded', ticket)).toBe(!isTerminal(ticket))
      }
  })

  it('a void ticket is in no set', () => {
    // The keys of the table.
    for (const set of Object.keys(ticketSets) as TicketSet[])
      for (const state of everywhere) expect(isTicketIn(set, standing(state, false, true))).toBe(false)
  })
})
