import { expect, it } from 'vitest'
import { levelLook } from '../status/level-look.ts'
import { alarmStatusLook, awaitsMe, isLiveWarning, warnStatusLook } from './warning-look.ts'

it('says level and status in words, not by colour alone', () => {
  expect([1, 2, 3, 0].map((level) => levelLook(level).text)).toEqual([
    '1级 提示',
    '2级 重要',
    '3级 紧急',
    '未通知',
  ])
  expect([0, 1, 2, 3, 4].map((status) => warnStatusLook(status).text)).toEqual([
    '未处理',
    '已确认',
    '处理中',
    '已关闭',
    '误报',
  ])
  expect([0, 3].map((status) => alarmStatusLook(status).text)).toEqual(['活动', '已关闭'])
})

it('acknowledged and handled warnings still need somebody, closed ones and false alarms do not', () => {
  expect([0, 1, 2, 3, 4].map((status) => isLiveWarning({ status }))).toEqual([true, true, true, false, false])
})

it('waits for the second person only: another one, the named one, within ten minutes', () => {
  const row = { askKind: 'adminClose', askBy: 'u12', askSecond: null }
  expect(awaitsMe(row, 'adminClose', 'u4', 0, 600_000)).toBe(true)
  expect(awaitsMe(row, 'adminClose', 'u12', 0, 1)).toBe(false)
  expect(awaitsMe(row, 'falseAlarm', 'u4', 0, 1)).toBe(false)
  expect(awaitsMe(row, 'adminClose', 'u4', 0, 600_001)).toBe(false)
  expect(awaitsMe({ ...row, askSecond: 'u3' }, 'adminClose', 'u4', 0, 1)).toBe(false)
})
