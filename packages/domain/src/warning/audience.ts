import type { WarnType } from './warning-rules.ts'

/** Who is told (§5.10), by what he is to the lock or the ticket. */
export type Audience =
  | 'opener'
  | 'guardian'
  | 'leader'
  | 'keeper'
  | 'areaOwner'
  | 'departHead'
  | 'safety'
  | 'dutyRoom'

const byLevel: Readonly<Record<1 | 2 | 3, readonly Audience[]>> = {
  1: ['opener', 'guardian'],
  2: ['leader', 'keeper', 'areaOwner'],
  3: ['departHead', 'safety', 'dutyRoom'],
}

/** Everybody a level concerns: its own people and those of the levels below. W07 tells the shift's leader at once. */
export function audienceOf(warnType: WarnType, level: 1 | 2 | 3): readonly Audience[] {
  const below = ([1, 2, 3] as const).filter((each) => each <= level).flatMap((each) => byLevel[each])
  return warnType === 'W07' && level === 1 ? [...below, 'leader'] : below
}

/**
 * May somebody acknowledge a warning of this level (decision 0536)? Only whom it was told; from level 2 on not the
 * opener, who was told first and has not shut the lock, whatever else he is.
 */
export const mayAcknowledge = (warnType: WarnType, level: 1 | 2 | 3, is: readonly Audience[]): boolean =>
  mayHandle(level, is) && audienceOf(warnType, level).some((audience) => is.includes(audience))

/** May somebody take it on (finding)? Also whom only a later level tells; a rise takes it back. */
export const mayHandle = (level: 1 | 2 | 3, is: readonly Audience[]): boolean =>
  is.length > 0 && (level === 1 || !is.includes('opener'))

/** `priority` of a message: H, M, L for level 3, 2, 1 (§3.8). */
export const priorityOf = (level: number): 'H' | 'M' | 'L' => (level >= 3 ? 'H' : level === 2 ? 'M' : 'L')

/** The short text of a warning; it is read aloud, so it names the lock and nobody. */
export function warningTitle(warnType: WarnType, lockName: string, openMinutes: number): string {
  const texts: Readonly<Record<WarnType, string>> = {
    W01: `${lockName}已开启${openMinutes}分钟未关闭`,
    W02: `${lockName}完工时未关闭`,
    W03: `${lockName}在工作票到期时仍未关闭`,
    W04: `${lockName}被无票打开，尚未关闭`,
    W05: `${lockName}未锁到位`,
    W06: `${lockName}开启后失去联系`,
    W07: `${lockName}交接班时仍开启`,
  }
  return texts[warnType]
}
