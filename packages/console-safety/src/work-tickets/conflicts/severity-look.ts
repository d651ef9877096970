import { labelOf } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** A clash's severity as a sign; a decided one says what was decided. */
export function severityLook(severity: number, state: number): Look {
  if (severity < 3 && state === 1) return { text: '已接受', icon: 'approved', tone: 'success' }
  if (severity < 3 && state === 3) return { text: '误判', icon: 'none', tone: 'default' }
  const text = labelOf('lo_severity', severity)
  if (severity === 3) return { text, icon: 'reject', tone: 'error' }
  return { text, icon: 'warn', tone: severity === 2 ? 'warning' : 'default' }
}
