import type { TurnPerson, TurnStep } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { callable, tabOf, waitedFor, waitsForPeople, waitText, whoText } from './turn-words.ts'

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

describe('what a ticket waits for', () => {
  const [me, other] = [person('赵值', { isMe: true }), person('郑隔')]
  const early = { id: 'G10', text: '不在允许的时间段内：最早 13:30 可以进行', fix: ['等到 13:30 后再操作'] }

  it('is somebody who can do it now', () => {
    expect(waitsForPeople(step({ who: [other] }))).toBe(true)
    expect(waitText(step({ who: [other] }))).toBe('等待 郑隔：确认开工')
  })
  it.each([[[me]], [[me, other]], [[other]], [[]]])(
    'is what is missing, whoever could do it then: nobody is told to wait for himself',
    (who) => {
      const held = step({ who, missing: [early] })
      expect(waitsForPeople(held)).toBe(false)
      expect(waitText(held)).toBe('还不能“确认开工”：不在允许的时间段内：最早 13:30 可以进行')
    },
  )
  it('is those who may by the rules, where nobody can', () => {
    expect(waitsForPeople(step({}))).toBe(false)
    expect(waitText(step({}))).toBe('等待 许可人：确认开工')
  })
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
