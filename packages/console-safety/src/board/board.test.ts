import { describe, expect, it } from 'vitest'
import { hourSeries, statusStacks } from './chart-data.ts'
import { kpisOf } from './kpis.ts'

const counts = { closeCount: 0, failCount: 0, alarmCount: 0, noTicketCount: 0 }

describe('the board', () => {
  it('leads each figure to the list behind it', () => {
    const kpis = kpisOf({
      locks: { total: 9, online: 7, open: 1, notFull: 0, lowBattery: 0, offline: 2 },
      tickets: { today: 3, reviewing: 1, approving: 0, executing: 2, overdue: 0, onSite: 4 },
      points: { isolated: 3 },
      warnings: { l1: 1, l2: 1, l3: 0 },
      alarms: 0,
      today: { openings: 2, withTicket: 2, meanOpenMinutes: null },
      dataTime: '2026-12-01 09:00:00',
    })
    expect(kpis.find((kpi) => kpi.key === 'executing')).toMatchObject({
      value: 2,
      to: '/isps/loAllWorkList?workStatus=20&voidFlag=0',
    })
    expect(kpis.find((kpi) => kpi.key === 'warnings')?.value).toBe(2)
    const rulesOf = (key: string) => {
      const [path, query] = kpis.find((kpi) => kpi.key === key)?.to.split('?') ?? []
      return [path, JSON.parse(new URLSearchParams(query).get('rules') ?? '[]') as unknown]
    }
    // Those that stand, as the figure counts them, and nothing else.
    expect(rulesOf('overdue')).toEqual([
      '/isps/loAllWorkList',
      [{ field: 'closeFlag', rule: 'eq', val: '0' }],
    ])
    expect(rulesOf('onSite')).toEqual([
      '/isps/loAllWorkList',
      [{ field: 'onSiteCount', rule: 'gt', val: '0' }],
    ])
    expect(kpis.find(({ key }) => key === 'lowBattery')?.to).toBe('/isps/loLockList?lowBattery=1')
    expect(rulesOf('alarms')).toEqual(['/isps/loAlarmList', [{ field: 'status', rule: 'in', val: '0,1' }]])
    expect(rulesOf('warnings')).toEqual([
      '/isps/userUncloseLock',
      [{ field: 'status', rule: 'in', val: '0,1,2' }],
    ])
  })
  it('shows hours, and knows an empty day', () => {
    expect(hourSeries([{ date: '2026-12-01 09', openCount: 2, ...counts }])).toMatchObject({
      labels: ['09时'],
      opened: [2],
      isEmpty: false,
    })
    expect(hourSeries([]).isEmpty).toBe(true)
  })
  it('stacks statuses over types, with zero where a type has none', () => {
    const row = (workType: string, status: number, count: number) => ({
      workType,
      workTypeText: `类型${workType}`,
      status,
      statusText: `状态${status}`,
      count,
    })
    const stacks = statusStacks([row('10', 20, 2), row('01', 0, 1)])
    expect(stacks.types).toEqual(['类型10', '类型01'])
    expect(stacks.series.map((series) => series.data)).toEqual([
      [0, 1],
      [2, 0],
    ])
  })
})
