import { labelOf } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'unknown', tone: 'warning' },
  1: { icon: 'locked', tone: 'success' },
  2: { icon: 'open', tone: 'error' },
  3: { icon: 'warn', tone: 'error' },
  4: { icon: 'moving', tone: 'processing' },
  5: { icon: 'moving', tone: 'processing' },
  6: { icon: 'warn', tone: 'error' },
  7: { icon: 'alert', tone: 'error' },
  8: { icon: 'void', tone: 'default' },
}

/**
 * What a lock is known to be. A state that is not confirmed is never shown as safe: it loses its green and says why
 * (3-domain.md §5.1).
 */
export function lockLook(lockStatus: unknown, stateTrust: unknown): Look {
  const status = Number(lockStatus ?? 0)
  const trust = Number(stateTrust ?? 9)
  const look = looks[status] ?? { icon: 'unknown', tone: 'warning' }
  const text = labelOf('lo_lock_status', status)
  if (trust === 1 || status === 0) return { text, ...look }
  return {
    text: `${text}（${labelOf('lo_state_trust', trust)}）`,
    icon: look.icon,
    tone: look.tone === 'success' ? 'warning' : look.tone,
  }
}
