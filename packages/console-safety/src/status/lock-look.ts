import { labelOf, lockStatus as lockStatuses, stateTrust as trusts } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  [lockStatuses.unknown]: { icon: 'unknown', tone: 'warning' },
  [lockStatuses.closed]: { icon: 'locked', tone: 'success' },
  [lockStatuses.open]: { icon: 'open', tone: 'error' },
  [lockStatuses.notFullyLocked]: { icon: 'warn', tone: 'error' },
  [lockStatuses.opening]: { icon: 'moving', tone: 'processing' },
  [lockStatuses.closing]: { icon: 'moving', tone: 'processing' },
  [lockStatuses.jammed]: { icon: 'warn', tone: 'error' },
  [lockStatuses.tampered]: { icon: 'alert', tone: 'error' },
  [lockStatuses.frozen]: { icon: 'void', tone: 'default' },
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
  if (trust === trusts.confirmed || status === lockStatuses.unknown) return { text, ...look }
  return {
    text: `${text}（${labelOf('lo_state_trust', trust)}）`,
    icon: look.icon,
    tone: look.tone === 'success' ? 'warning' : look.tone,
  }
}
