import { expect, it } from 'vitest'
import { askedOf, pieceOf, pieceText } from './turn-text.ts'

it('names steps that the same hands take one after the other as one piece of work, and asks for it as a whole', () => {
  const steps = (['pointOperate', 'pointLock', 'pointTag'] as const).map((act) => ({ act, signature: null }))
  expect(new Set(steps.map(pieceOf))).toEqual(new Set(['isolate']))
  expect(askedOf({ act: 'pointLock', text: 'Q1 上锁' })).toBe('隔离上锁')
  expect(askedOf({ act: 'start', text: '确认开工' })).toBe('确认开工')
})

it('names every other step by its act and the signature it waits for, and says the name in words', () => {
  expect(pieceOf({ act: 'briefConfirm', signature: null })).toBe('briefConfirm')
  expect(pieceOf({ act: 'start', signature: 'confirm' })).toBe('start.confirm')
  expect(['isolate', 'briefConfirm', 'start.confirm', 'start.ask', 'finish.accept'].map(pieceText)).toEqual([
    '隔离上锁',
    '确认安全交底',
    '确认开工',
    '申请开工',
    '属地验收',
  ])
  expect(['', 'constructor', 'start.', 'nothing'].map(pieceText)).toEqual([null, null, '开工', null])
})
