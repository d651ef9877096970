import type { TicketDraft } from '@suoan/contract'

/** Day D of the acceptance scenarios (3-domain.md §9.0). */
export const DAY = '2026-12-01'

/** `HH:mm` of day D (or of `day`), Asia/Shanghai, in epoch ms. */
export const moment = (time: string, day: string = DAY): number => Date.parse(`${day}T${time}:00+08:00`)

/** The ticket of SC01: P-101, PT1–PT4 with LK1–LK3, people u5–u10, 09:00–17:00 on day D. */
export function demoDraft(changes: Partial<TicketDraft> = {}): TicketDraft {
  return {
    workName: '离心泵 P-101 检修',
    workType: '10',
    workLevel: '2',
    areaId: 'demo-a0101',
    place: '压缩机房 P-101 泵位',
    equipIds: ['demo-p101'],
    workDepartId: 'demo-d20',
    content: '更换机械密封并检查轴承',
    hazards: ['04', '05'],
    planStart: `${DAY} 09:00:00`,
    planEnd: `${DAY} 17:00:00`,
    needIsolation: 1,
    emergencyContact: '褚安 13800000012',
    gasPlaces: [{ place: '泵坑', level: '' }],
    points: [
      { pointId: 'demo-pt1', plannedLockId: 'demo-lk1' },
      { pointId: 'demo-pt2', plannedLockId: 'demo-lk2' },
      { pointId: 'demo-pt3', plannedLockId: 'demo-lk3' },
      { pointId: 'demo-pt4' },
    ],
    locks: [
      { lockId: 'demo-lb1', useType: 3 },
      { lockId: 'demo-lk4', useType: 2, userIds: ['u6'] },
    ],
    people: [
      { userId: 'u5', roleTag: 'LEAD' },
      { userId: 'u6', roleTag: 'WORK' },
      { userId: 'u7', roleTag: 'WORK' },
      { userId: 'u8', roleTag: 'GUARD' },
      { userId: 'u9', roleTag: 'ISO' },
      { userId: 'u10', roleTag: 'VERIFY' },
      { userId: 'u10', roleTag: 'GASTEST' },
    ],
    measures: [{ content: '确认设备已停运并与系统隔离' }, { content: '按隔离方案逐点上锁挂牌并双人确认' }],
    ...changes,
  }
}
