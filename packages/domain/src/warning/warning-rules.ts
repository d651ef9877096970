import { minute } from '../verdict/index.ts'

/** `lo_warn_type`. */
export type WarnType = 'W01' | 'W02' | 'W03' | 'W04' | 'W05' | 'W06' | 'W07'

/** When a level begins, minutes after the warning's own moment (§5.10). */
export interface WarningRule {
  warnType: WarnType
  title: string
  levels: readonly { level: 1 | 2 | 3; afterMin: number }[]
}

export const warningRules: readonly WarningRule[] = [
  {
    warnType: 'W01',
    title: '超时未关',
    levels: [
      { level: 1, afterMin: 0 },
      { level: 2, afterMin: 15 },
      { level: 3, afterMin: 30 },
    ],
  },
  {
    warnType: 'W02',
    title: '完工未关',
    levels: [
      { level: 2, afterMin: 0 },
      { level: 3, afterMin: 10 },
    ],
  },
  { warnType: 'W03', title: '到期未关', levels: [{ level: 3, afterMin: 0 }] },
  { warnType: 'W04', title: '无票开启未关', levels: [{ level: 3, afterMin: 0 }] },
  {
    warnType: 'W05',
    title: '未锁到位',
    levels: [
      { level: 2, afterMin: 0 },
      { level: 3, afterMin: 10 },
    ],
  },
  {
    warnType: 'W06',
    title: '开启后失联',
    levels: [
      { level: 2, afterMin: 0 },
      { level: 3, afterMin: 30 },
    ],
  },
  {
    warnType: 'W07',
    title: '交接班仍开',
    levels: [
      { level: 1, afterMin: 0 },
      { level: 2, afterMin: 15 },
    ],
  },
]

/** Level at `at` of a warning that began at `raisedAt`, both epoch ms (§5.10); 0 = not yet. Time only ever raises it. */
export function levelAt(warnType: WarnType, raisedAt: number, at: number): 0 | 1 | 2 | 3 {
  const rule = warningRules.find((each) => each.warnType === warnType)
  const reached = (rule?.levels ?? []).filter(({ afterMin }) => at - raisedAt >= afterMin * minute)
  return reached.at(-1)?.level ?? 0
}

/** W03: minutes before the ticket's end at which an open lock is called to mind. */
export const reminderMin = [30, 10] as const

/** W06 of one gateway with more open locks than this is one warning with a list (flood control). */
export const floodLocks = 20
