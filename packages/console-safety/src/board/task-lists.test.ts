import type { BoardTodo } from '@suoan/contract'
import { expect, it } from 'vitest'
import { bulbOf, taskLists } from './task-lists.ts'

const now = Date.parse('2026-12-01T08:00:00+08:00')
const row = (id: string, kind: BoardTodo['kind'], dueTime: string | null): BoardTodo => ({
  id,
  kind,
  workId: id,
  workNo: id,
  title: id,
  dueTime,
  turn: null,
})
const lists = taskLists(
  [
    row('late', 'review', '2026-12-01 07:59:59'),
    row('soon', 'examine', '2026-12-01 09:00:00'),
    row('mine', 'turn', null),
    row('third', 'ticket', '2026-12-04 08:00:00'),
    row('later', 'ticket', '2026-12-04 08:00:01'),
    row('open', 'ticket', null),
  ],
  now,
)
const ids = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id)

it('decisions and steps wait, tickets are worked on', () => {
  expect(ids(lists.todo)).toEqual(['late', 'soon', 'mine'])
  expect(ids(lists.doing)).toEqual(['third', 'later', 'open'])
})

it('one second past the limit is overdue, one hour before it is urged', () => {
  expect(ids(lists.overdue)).toEqual(['late'])
  expect(ids(lists.urged)).toEqual(['soon', 'third'])
})

it('bulbs: red at the limit, yellow for three days, green after, none without a limit', () => {
  expect([...lists.todo, ...lists.doing].map(bulbOf)).toEqual([
    'red',
    'yellow',
    null,
    'yellow',
    'green',
    null,
  ])
})
