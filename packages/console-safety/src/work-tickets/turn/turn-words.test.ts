import type { TurnPerson, TurnStep } from '@suoan/contract'
import { expect, it } from 'vitest'
import { callable, tabOf, waitedFor, whoText } from './turn-words.ts'

const person = (name: string, change: Partial<TurnPerson> = {}): TurnPerson => ({
  userId: name,
  name,
  phone: null,
  isMe: false,
  ...change,
})
const step = (change: Partial<TurnStep>): TurnStep => ({
  act: 'start',
  signature: null,
  text: '确认开工',
  pointId: null,
  userId: null,
  rowId: null,
  who: [],
  roles: '许可人',
  missing: [],
  isMine: false,
  isOwnWay: false,
  ...change,
})

it('names who can do it, oneself as 您, and who does it by the rules where nobody can', () => {
  expect(whoText(step({ who: [person('赵值', { isMe: true }), person('郑隔')] }))).toBe('您、郑隔')
  expect(whoText(step({ who: ['甲', '乙', '丙', '丁', '戊'].map((name) => person(name)) }))).toBe(
    '甲、乙、丙、丁 等 5 人',
  )
  expect(whoText(step({}))).toBe('许可人')
})

it('calls others by whole numbers alone, never by a masked one', () => {
  const who = [
    person('赵值', { phone: '13900001234' }),
    person('郑隔', { phone: '139****1234' }),
    person('钱工', { phone: '13900001235', isMe: true }),
    person('孙作'),
  ]
  expect(callable(step({ who }))).toEqual([{ name: '赵值', phone: '13900001234' }])
})

it('opens the tab where the step is done, and waits for nobody who only comes and goes', () => {
  expect(tabOf(step({ act: 'pointLock' }))).toBe('points')
  expect(tabOf(step({ act: 'briefConfirm' }))).toBe('people')
  expect(tabOf(step({ act: 'start' }))).toBeNull()
  const own = step({ act: 'personIn', isOwnWay: true })
  expect(waitedFor({ steps: [own, step({})] })).toEqual([step({})])
})
