import { expect, test } from 'vitest'
import { calibrationGap, type Calibration } from './index.ts'

const before = { calibValidTo: '2026-12-01', calibDate: '2025-12-01', calibCertNo: 'A-1' }
const gap = (after: Calibration, from: Calibration = before) => calibrationGap(from, after, '2026-11-20')

test('a calibration lasts longer by a new date and certificate, for a year at most', () => {
  const renewed = { calibValidTo: '2027-11-19', calibDate: '2026-11-19', calibCertNo: 'B-2' }
  expect(gap(renewed)).toBeNull()
  expect(gap(renewed, {})).toBeNull()
  expect(gap({ ...renewed, calibDate: '' })).toContain('检定日期')
  expect(gap({ ...renewed, calibCertNo: ' ' })).toContain('证书编号')
  expect(gap({ ...renewed, calibDate: '2026-11-21' })).toContain('不能晚于今天')
  expect(gap({ ...renewed, calibDate: '2025-12-01' })).toContain('晚于上次')
  expect(gap({ ...renewed, calibCertNo: 'A-1 ' })).toContain('与上次相同')
  expect(gap({ ...renewed, calibValidTo: '2027-11-20' })).toContain('一年')
})

test('one that ends sooner, or as before, needs nothing', () => {
  expect(gap({ ...before, calibValidTo: '2026-11-01' })).toBeNull()
  expect(gap({ ...before, calibValidTo: null })).toBeNull()
  expect(gap(before)).toBeNull()
})
