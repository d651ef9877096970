import { describe, expect, it } from 'vitest'
import { parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { planWindow } from './plan-window.ts'

const at = (time: string) => parseWireTime(`2026-12-01 ${time}:00`) ?? 0
const ticket = { planStart: '2026-12-01 09:00:00', planEnd: '2026-12-01 17:00:00', workStatus: 20 }

describe('planWindow', () => {
  it('counts down to the start, then to the end', () => {
    expect(planWindow(ticket, at('08:30'))).toEqual({ percent: 0, text: '30 分钟后开始', tone: 'normal' })
    expect(planWindow(ticket, at('13:00'))).toEqual({ percent: 50, text: '剩余 4 小时', tone: 'normal' })
  })
  it('warns in the last hour and is late from the end on', () => {
    expect(planWindow(ticket, at('16:30')).tone).toBe('warning')
    expect(planWindow(ticket, at('17:00'))).toMatchObject({ percent: 100, tone: 'late' })
  })
  it('goes by the extended end', () => {
    expect(planWindow({ ...ticket, validEnd: '2026-12-01 19:00:00' }, at('17:30')).text).toBe(
      '剩余 1 小时 30 分钟',
    )
  })
  it('is over for finished, closed and void tickets, and undated without times', () => {
    expect(planWindow({ ...ticket, workStatus: 30 }, at('18:00')).tone).toBe('over')
    expect(planWindow({ ...ticket, workStatus: 40, closeFlag: 1 }, at('18:00')).tone).toBe('over')
    expect(planWindow({ ...ticket, workStatus: 40, closeFlag: 0 }, at('18:00')).tone).toBe('late')
    expect(planWindow({ ...ticket, voidFlag: 1 }, at('10:00')).tone).toBe('over')
    expect(planWindow({}, at('10:00')).text).toBe('未定时间')
  })
})
