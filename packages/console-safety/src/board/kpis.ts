import type { BoardSummary } from '@suoan/contract'

/** A figure of the board, with the filtered list behind it. */
export interface Kpi {
  readonly key: string
  readonly label: string
  readonly value: number
  /** Address of the list a press opens; the figure counts exactly its rows where that is possible. */
  readonly to: string
  /** Anything above zero wants attention. */
  readonly isAlarm?: boolean
  readonly unit?: string
}

/** The address of a list that is asked by one condition of 高级查询. */
export const asked = (path: string, field: string, rule: string, val: string): string =>
  `${path}?${new URLSearchParams({ rules: JSON.stringify([{ field, rule, val }]) }).toString()}`

/** The strip of figures (3-domain.md §6.1), in its order. */
export function kpisOf({ locks, tickets, points, warnings, alarms }: BoardSummary): Kpi[] {
  return [
    { key: 'locks', label: '锁具总数', value: locks.total, to: '/isps/loLockList' },
    { key: 'online', label: '在线', value: locks.online, to: '/isps/loLockList?online=1' },
    {
      key: 'open',
      label: '正在开启',
      value: locks.open,
      to: asked('/isps/loLockList', 'lockStatus', 'in', '2,7'),
      isAlarm: true,
    },
    {
      key: 'notFull',
      label: '未锁到位',
      value: locks.notFull,
      to: '/isps/loLockList?lockStatus=3',
      isAlarm: true,
    },
    { key: 'offline', label: '离线', value: locks.offline, to: '/isps/loLockList?online=0', isAlarm: true },
    {
      key: 'lowBattery',
      label: '低电量',
      value: locks.lowBattery,
      // What is low is said by each type of lock, which the server knows.
      to: '/isps/loLockList?lowBattery=1',
      isAlarm: true,
    },
    {
      key: 'reviewing',
      label: '待审核',
      value: tickets.reviewing,
      to: '/isps/loAllWorkList?workStatus=1&voidFlag=0',
    },
    {
      key: 'approving',
      label: '待审批',
      value: tickets.approving,
      to: '/isps/loAllWorkList?workStatus=2&voidFlag=0',
    },
    {
      key: 'executing',
      label: '执行中',
      value: tickets.executing,
      to: '/isps/loAllWorkList?workStatus=20&voidFlag=0',
    },
    {
      key: 'overdue',
      label: '超期未收尾',
      value: tickets.overdue,
      to: `${asked('/isps/loAllWorkList', 'closeFlag', 'eq', '0')}&tab=expired&voidFlag=0`,
      isAlarm: true,
    },
    {
      key: 'onSite',
      label: '在场人数',
      value: tickets.onSite,
      to: asked('/isps/loAllWorkList', 'onSiteCount', 'gt', '0'),
      unit: '人',
    },
    {
      key: 'isolated',
      label: '已隔离点',
      value: points.isolated,
      to: asked('/isps/loPointList', 'holdCount', 'gt', '0'),
    },
    {
      key: 'warnings',
      label: '未关锁警告',
      value: warnings.l1 + warnings.l2 + warnings.l3,
      to: asked('/isps/userUncloseLock', 'status', 'in', '0,1,2'),
      isAlarm: true,
    },
    {
      key: 'alarms',
      label: '活动报警',
      value: alarms,
      to: asked('/isps/loAlarmList', 'status', 'in', '0,1'),
      isAlarm: true,
    },
  ]
}

/** Figures are called old after this many ms (3-domain.md §6.1). */
export const staleAfterMs = 60_000
