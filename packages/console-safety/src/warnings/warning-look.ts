import { labelOf } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** Level of a warning or an alarm: words, icon and colour together. */
export function levelLook(level: unknown): Look {
  const value = Number(level ?? 0)
  if (value >= 3) return { text: '3级 紧急', icon: 'alert', tone: 'error' }
  if (value === 2) return { text: '2级 重要', icon: 'warn', tone: 'warning' }
  return value === 1
    ? { text: '1级 提示', icon: 'late', tone: 'processing' }
    : { text: '未通知', icon: 'none', tone: 'default' }
}

const warnLooks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'open', tone: 'error' },
  1: { icon: 'audit', tone: 'warning' },
  2: { icon: 'edit', tone: 'processing' },
  3: { icon: 'locked', tone: 'success' },
  4: { icon: 'void', tone: 'default' },
}

export function warnStatusLook(status: unknown): Look {
  const value = Number(status ?? 0)
  return {
    text: labelOf('lo_warn_status', value),
    ...(warnLooks[value] ?? { icon: 'unknown', tone: 'default' }),
  }
}

const alarmLooks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'alert', tone: 'error' },
  1: { icon: 'audit', tone: 'warning' },
  2: { icon: 'done', tone: 'processing' },
  3: { icon: 'locked', tone: 'success' },
}

export function alarmStatusLook(status: unknown): Look {
  const value = Number(status ?? 0)
  return {
    text: labelOf('lo_alarm_status', value),
    ...(alarmLooks[value] ?? { icon: 'unknown', tone: 'default' }),
  }
}

/** A warning that still needs somebody. */
export const isLiveWarning = (row: Readonly<Record<string, unknown>>): boolean =>
  Number(row['status'] ?? 0) <= 2

/** Somebody else has asked to close it within the last ten minutes: this person's word closes it. */
export function awaitsMe(
  row: Readonly<Record<string, unknown>>,
  kind: 'adminClose' | 'falseAlarm',
  userId: string,
  askedAt: number | null,
  now: number,
): boolean {
  return (
    row['askKind'] === kind &&
    row['askBy'] !== userId &&
    (!row['askSecond'] || row['askSecond'] === userId) &&
    askedAt !== null &&
    now - askedAt <= 600_000
  )
}
