import { expect, test } from 'vitest'
import { askProblem, firstAsk } from './ask-steps.ts'

const held = { holdId: 'h', lockId: 'l', lockCode: 'PL6', ownerName: '孙作', workId: 'w', workNo: 'W-1' }
const now = Date.parse('2026-12-01T14:00:00+08:00')

test('T47 the wizard goes on only with a lock, two full tries and a photo of the clear place', () => {
  const empty = firstAsk(null)
  expect(askProblem(0, empty, now)).toContain('个人锁')
  expect(askProblem(0, firstAsk(held), now)).toBe('')
  const reasons = { ...firstAsk(held), reason: '离厂', ownerAbsent: '门禁 13:20' }
  expect(askProblem(1, reasons, now)).toContain('现有 0 次')
  const said = reasons.contacts.map((row) => ({ ...row, channel: '电话', outcome: '无人接听' }))
  // When he was tried is nobody's to guess.
  expect(askProblem(1, { ...reasons, contacts: said }, now)).toContain('现有 0 次')
  const tried = said.map((row, index) => ({ ...row, time: `2026-12-01 13:${index + 1}0:00` }))
  expect(askProblem(1, { ...reasons, contacts: tried.slice(0, 1) }, now)).toContain('现有 1 次')
  const away = { ...reasons, contacts: tried }
  expect(askProblem(1, away, now)).toBe('')
  expect(askProblem(2, away, now)).toContain('现场无人')
  expect(askProblem(2, { ...away, areaChecked: true }, now)).toContain('照片')
  expect(askProblem(2, { ...away, areaChecked: true, areaPhoto: 'p.jpg' }, now)).toBe('')
})

test('T47 what the server will not count is said where it is written, not after the photo', () => {
  const full = { ...firstAsk(held), reason: '离厂', ownerAbsent: '门禁 13:20' }
  const at = (...times: readonly string[]) => ({
    ...full,
    contacts: times.map((time, key) => ({ key, time, channel: '电话', outcome: '无人接听' })),
  })
  expect(askProblem(1, at('2026-12-01 13:40:00', '2026-12-01 13:40:00'), now)).toContain('不同时间')
  expect(askProblem(1, at('2026-11-20 13:40:00', '2026-12-01 13:40:00'), now)).toContain('24 小时内')
  expect(askProblem(1, at('2026-12-01 13:40:00', '2026-12-01 15:00:00'), now)).toContain('现有 1 次')
})
