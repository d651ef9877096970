import { describe, expect, it } from 'vitest'
import { lockLook } from './lock-look.ts'
import { ticketLook } from './ticket-look.ts'

describe('signs of a state', () => {
  it('names status and phase of a ticket', () => {
    expect(ticketLook({ workStatus: 20, execPhase: 20 }).text).toBe('执行中 · 作业中')
    expect(ticketLook({ workStatus: 0, execPhase: 0 })).toEqual({
      text: '未提交',
      icon: 'edit',
      tone: 'default',
    })
  })
  it('shows a stopped ticket in red although its status is 执行中', () => {
    expect(ticketLook({ workStatus: 20, execPhase: 21 })).toMatchObject({ tone: 'error', icon: 'pause' })
  })
  it('shows a void ticket as nothing else', () => {
    expect(ticketLook({ workStatus: 4, execPhase: 0, voidFlag: 1 }).text).toBe('已作废')
  })
  it('gives green only to a closure that a lock has confirmed', () => {
    expect(lockLook(1, 1).tone).toBe('success')
    expect(lockLook(1, 2)).toMatchObject({ tone: 'warning', text: '已关锁（陈旧）' })
    expect(lockLook(1, 9).tone).toBe('warning')
  })
  it('does not know a lock that never spoke', () => {
    expect(lockLook(null, null).text).toBe('未知')
  })
})
