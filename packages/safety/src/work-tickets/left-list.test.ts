import { expect, it } from 'vitest'
import { leftList, type ListChange } from './left-list.ts'

const change = (minute: number, actorName: string, people: ListChange['people']): ListChange => ({
  at: new Date(minute * 60_000),
  actorId: actorName,
  actorName,
  people,
})
const line = (userId: string, roleTag: string, state = 1) => ({ userId, roleTag, state })

it('tells who took somebody off, and what he was: the last time, if it happened twice', () => {
  const log = [
    change(1, '张签', { a: line('u6', 'WORK'), b: line('u7', 'WORK') }),
    // A list that is written anew has new lines for the same people.
    change(2, '张签', { a: null, b: null, c: line('u6', 'WORK'), d: line('u6', 'GUARD') }),
    change(3, '钱工', { d: { state: 0 } }),
    change(4, '钱工', { c: { state: 0 } }),
  ]
  expect(leftList(log.slice(0, 3), 'u6')).toBeUndefined()
  expect(leftList(log, 'u6')).toMatchObject({ roles: '作业', by: { actorName: '钱工', at: log[3]?.at } })
  expect(leftList(log, 'u7')).toMatchObject({ roles: '作业', by: { actorName: '张签', at: log[1]?.at } })
  const back = [...log, change(5, '钱工', { e: line('u6', 'WORK') })]
  expect(leftList(back, 'u6')).toBeUndefined()
  expect(leftList([...back, change(6, '李审', { e: null })], 'u6')?.by.actorName).toBe('李审')
})

it('tells nothing of somebody who never was on it', () => {
  expect(leftList([change(1, '张签', { a: line('u6', 'WORK') })], 'u8')).toBeUndefined()
  expect(leftList([], 'u8')).toBeUndefined()
})
