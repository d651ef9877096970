import { expect, test } from 'vitest'
import { askProblem, firstAsk } from './ask-steps.ts'

const held = { holdId: 'h', lockId: 'l', lockCode: 'PL6', ownerName: '孙作', workId: 'w', workNo: 'W-1' }

test('T47 the wizard goes on only with a lock, two full tries and a photo of the clear place', () => {
  const empty = firstAsk(null, 0)
  expect(askProblem(0, empty)).toContain('个人锁')
  expect(askProblem(0, firstAsk(held, 0))).toBe('')
  const reasons = { ...firstAsk(held, 0), reason: '离厂', ownerAbsent: '门禁 13:20' }
  expect(askProblem(1, reasons)).toContain('现有 0 次')
  const tried = reasons.contacts.map((row) => ({ ...row, channel: '电话', outcome: '无人接听' }))
  expect(askProblem(1, { ...reasons, contacts: tried.slice(0, 1) })).toContain('现有 1 次')
  const away = { ...reasons, contacts: tried }
  expect(askProblem(1, away)).toBe('')
  expect(askProblem(2, away)).toContain('现场无人')
  expect(askProblem(2, { ...away, areaChecked: true })).toContain('照片')
  expect(askProblem(2, { ...away, areaChecked: true, areaPhoto: 'p.jpg' })).toBe('')
})
