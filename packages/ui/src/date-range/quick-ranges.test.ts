import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { momentOf, quickRanges } from './quick-ranges.ts'

const ranges = (now: string) =>
  Object.fromEntries(
    quickRanges(dayjs(now)).map(({ label, value }) => [
      label,
      value.map((day) => day.format('YYYY-MM-DD HH:mm:ss')),
    ]),
  )

it('ranges hold whole days', () =>
  expect(ranges('2026-03-31T10:20:30')).toEqual({
    今天: ['2026-03-31 00:00:00', '2026-03-31 23:59:59'],
    昨天: ['2026-03-30 00:00:00', '2026-03-30 23:59:59'],
    最近7天: ['2026-03-25 00:00:00', '2026-03-31 23:59:59'],
    最近30天: ['2026-03-02 00:00:00', '2026-03-31 23:59:59'],
    本周: ['2026-03-30 00:00:00', '2026-04-05 23:59:59'],
    本月: ['2026-03-01 00:00:00', '2026-03-31 23:59:59'],
    上月: ['2026-02-01 00:00:00', '2026-02-28 23:59:59'],
  }))
it('a week ends on Sunday', () =>
  expect(ranges('2026-11-22T23:00:00')['本周']).toEqual(['2026-11-16 00:00:00', '2026-11-22 23:59:59']))
it('what is no day is nothing', () => {
  expect([momentOf('x'), momentOf(''), momentOf(undefined)]).toEqual([null, null, null])
  expect(momentOf('2026-01-02')?.date()).toBe(2)
})
