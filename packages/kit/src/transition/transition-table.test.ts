import { expect, test } from 'vitest'
import { eventsIn, finalStates, nextState, type TableRow } from './transition-table.ts'

type State = 'closed' | 'open' | 'gone'
type Event = 'open' | 'close' | 'scrap'
const door: readonly TableRow<State, Event>[] = [
  { from: ['closed'], event: 'open', to: 'open' },
  { from: ['open'], event: 'close', to: 'closed' },
  { from: ['open', 'closed'], event: 'scrap', to: 'gone' },
]

test('a row leads from its states by its event', () => {
  expect(nextState(door, 'closed', 'open')).toBe('open')
  expect(nextState(door, 'open', 'scrap')).toBe('gone')
})

test('an event without a row for the state leads nowhere', () => {
  expect(nextState(door, 'open', 'open')).toBeNull()
  expect(nextState(door, 'gone', 'close')).toBeNull()
})

test('events of a state and states without a way out can be listed', () => {
  expect(eventsIn(door, 'open')).toEqual(['close', 'scrap'])
  expect(finalStates(door)).toEqual(['gone'])
})
