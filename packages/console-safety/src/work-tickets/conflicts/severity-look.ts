import { conflictRowState, labelOf, severity as severities } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** A clash's severity as a sign; a decided one says what was decided. */
export function severityLook(severity: number, state: number): Look {
  const isBlocking = severity === severities.blocking
  if (!isBlocking && state === conflictRowState.accepted)
    return { text: '已接受', icon: 'approved', tone: 'success' }
  if (!isBlocking && state === conflictRowState.misjudged)
    return { text: '误判', icon: 'none', tone: 'default' }
  const text = labelOf('lo_severity', severity)
  if (isBlocking) return { text, icon: 'reject', tone: 'error' }
  return { text, icon: 'warn', tone: severity === severities.needsMeasures ? 'warning' : 'default' }
}
