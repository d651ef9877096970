import { powerType, type EventType, type PowerType } from '../dictionaries/index.ts'

/** `lo_alarm_type`. */
export type AlarmType =
  | 'A01'
  | 'A02'
  | 'A03'
  | 'A04'
  | 'A05'
  | 'A06'
  | 'A07'
  | 'A08'
  | 'A09'
  | 'A10'
  | 'A11'
  | 'A12'
  | 'A13'
  | 'A14'
  | 'A15'
  | 'A16'
  | 'A17'
  | 'A18'
  | 'A19'
  | 'A20'

export interface AlarmRule {
  alarmType: AlarmType
  title: string
  /** 1 hint, 2 important, 3 urgent; level 3 holds up starts and openings (G16, R11). */
  level: 1 | 2 | 3
  /**
   * `condition` stands until it ends: while it lives a repetition only counts. `occurrence` is a thing that happened:
   * repetitions within 60 s are one alarm, a later one is another.
   */
  kind: 'condition' | 'occurrence'
  /** Nobody near the lock may notice (A15). */
  silent?: boolean
  /** Whom it calls, beside whoever looks at the list. */
  notify: readonly ('keeper' | 'safety' | 'leader' | 'guardian')[]
  /** May be closed only when the lock reports itself shut. */
  needsClosedLock?: boolean
}

const rule = (
  alarmType: AlarmType,
  title: string,
  level: 1 | 2 | 3,
  kind: AlarmRule['kind'],
  notify: AlarmRule['notify'],
  more: Pick<AlarmRule, 'silent' | 'needsClosedLock'> = {},
): AlarmRule => ({ alarmType, title, level, kind, notify, ...more })

const atTheLock = ['leader', 'guardian', 'keeper', 'safety'] as const

/** Levels and coalescing of A01–A20 (§3.6 LoAlarm, §5.1, §5.5, §5.9). */
export const alarmRules: readonly AlarmRule[] = [
  rule('A01', '无票开锁', 3, 'occurrence', atTheLock, { needsClosedLock: true }),
  rule('A02', '强制开锁', 3, 'occurrence', atTheLock, { needsClosedLock: true }),
  rule('A03', '撬动', 3, 'occurrence', atTheLock, { needsClosedLock: true }),
  rule('A04', '卡滞', 2, 'condition', ['keeper', 'leader'], { needsClosedLock: true }),
  rule('A05', '错误尝试超限', 2, 'occurrence', ['keeper']),
  rule('A06', '低电', 1, 'condition', ['keeper']),
  rule('A07', '极低电', 2, 'condition', ['keeper']),
  rule('A08', '离线', 1, 'condition', []),
  rule('A09', '时钟异常', 1, 'condition', []),
  rule('A10', '日志断号', 1, 'condition', []),
  rule('A11', '链校验失败', 3, 'occurrence', ['safety']),
  rule('A12', '高温', 2, 'occurrence', ['keeper']),
  rule('A13', '移位', 2, 'occurrence', ['keeper', 'safety']),
  rule('A14', '气体超限', 3, 'occurrence', ['leader', 'guardian', 'safety']),
  rule('A15', '胁迫', 3, 'occurrence', ['safety'], { silent: true }),
  rule('A16', '固件或报文异常', 1, 'occurrence', []),
  rule('A17', '隔离点状态与票不符', 3, 'occurrence', atTheLock, { needsClosedLock: true }),
  rule('A18', '人员滞留', 3, 'condition', ['leader', 'guardian', 'safety']),
  // Not of §3.9: a door opened to save somebody (L7).
  rule('A19', '救援开锁', 3, 'occurrence', ['leader', 'guardian', 'safety']),
  // Nor this: the system itself has not done what must follow on a change.
  rule('A20', '系统处理失败', 2, 'condition', ['safety']),
]

const byType = new Map(alarmRules.map((each) => [each.alarmType, each]))

/** The rule of a type; every type has one, so it throws only where the table above is incomplete. */
export function alarmRule(alarmType: AlarmType): AlarmRule {
  const found = byType.get(alarmType)
  if (!found) throw new Error(`no rule for alarm ${alarmType}`)
  return found
}

const byEvent: Readonly<Partial<Record<EventType, AlarmType>>> = {
  FORCE: 'A02',
  TAMPER: 'A03',
  JAM: 'A04',
  BATL: 'A06',
  BATC: 'A07',
  HTEMP: 'A12',
  MOVE: 'A13',
  DURESS: 'A15',
}

/** The alarm an event of the lock is by itself; null for the ones that need counting (WRONG) or are none. */
export function alarmOfEvent(eventType: string): AlarmType | null {
  return byEvent[eventType as EventType] ?? null
}

/** Repetitions inside this time are one alarm. */
const coalesceMs = 60_000

/** A05: this many wrong tries within three minutes (§5.9). */
export const wrongTries = { count: 5, withinMs: 3 * 60_000 } as const

/** Does a report at `at` (epoch ms, like `lastTime`) count up the alarm that stands, or is it another one? */
export function countsUp(alarmType: AlarmType, standing: { lastTime: number } | null, at: number): boolean {
  if (standing === null) return false
  return alarmRule(alarmType).kind === 'condition' || at - standing.lastTime <= coalesceMs
}

/** What of a lock's type its battery is judged by; the limits in percent. */
export interface BatteryLimits {
  powerType: PowerType
  battLow: number
  battCrit: number
}

/**
 * A06 or A07 of a battery's percent; null above both limits, without a reading, and for a lock without a battery (§5.9).
 * Never a reason to refuse closing.
 */
export function batteryAlarm(percent: number | null, type: BatteryLimits): 'A06' | 'A07' | null {
  if (percent === null || type.powerType === powerType.passive) return null
  if (percent <= type.battCrit) return 'A07'
  return percent <= type.battLow ? 'A06' : null
}
