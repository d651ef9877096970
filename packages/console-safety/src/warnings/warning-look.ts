import type { uncloseLock, WarningMore } from '@suoan/contract'
import { alarmLevel, alarmStatus, labelOf, warnStatus } from '@suoan/domain/dictionaries'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** A warning as its list answers it. */
export type Warning = RowOf<typeof uncloseLock.fields, WarningMore>

const warnLooks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  [warnStatus.open]: { icon: 'open', tone: 'error' },
  [warnStatus.acknowledged]: { icon: 'audit', tone: 'warning' },
  [warnStatus.handling]: { icon: 'edit', tone: 'processing' },
  [warnStatus.closed]: { icon: 'locked', tone: 'success' },
  [warnStatus.falseAlarm]: { icon: 'void', tone: 'default' },
}

export function warnStatusLook(status: unknown): Look {
  const value = Number(status ?? 0)
  return {
    text: labelOf('lo_warn_status', value),
    ...(warnLooks[value] ?? { icon: 'unknown', tone: 'default' }),
  }
}

const alarmLooks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  [alarmStatus.open]: { icon: 'alert', tone: 'error' },
  [alarmStatus.acknowledged]: { icon: 'audit', tone: 'warning' },
  [alarmStatus.recovered]: { icon: 'done', tone: 'processing' },
  [alarmStatus.closed]: { icon: 'locked', tone: 'success' },
}

export function alarmStatusLook(status: unknown): Look {
  const value = Number(status ?? 0)
  return {
    text: labelOf('lo_alarm_status', value),
    ...(alarmLooks[value] ?? { icon: 'unknown', tone: 'default' }),
  }
}

export const isUrgent = (level: number | null): boolean => (level ?? 0) >= alarmLevel.urgent

/** A warning that still needs somebody. */
export const isLiveWarning = ({ status }: Pick<Warning, 'status'>): boolean =>
  (status ?? warnStatus.open) <= warnStatus.handling

/** Names of the locks of a whole gateway's warning (W06); null for a warning of one lock. */
export function lockNamesOf(list: unknown): string[] | null {
  if (!Array.isArray(list)) return null
  return list.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'lockName' in one ? String(one.lockName ?? '') : '',
  )
}

/** Somebody else has asked to close it within the last ten minutes: this person's word closes it. */
export function awaitsMe(
  row: Pick<Warning, 'askKind' | 'askBy' | 'askSecond'>,
  kind: 'adminClose' | 'falseAlarm',
  userId: string,
  askedAt: number | null,
  now: number,
): boolean {
  return (
    row.askKind === kind &&
    row.askBy !== userId &&
    (!row.askSecond || row.askSecond === userId) &&
    askedAt !== null &&
    now - askedAt <= 600_000
  )
}
