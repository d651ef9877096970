import { closeKind, type CloseKind } from '../dictionaries/index.ts'

/** `lo_lock_onoff`: one opening with its closing. */
export interface OpenSession {
  sessionId: string
  openTime: number
  /** Seconds it may stay open (`maxOpenMin` of the type or `allowOpenMin` of the ticket item). */
  limitSec: number
}

/** What an event means for the lock's session. */
export type SessionChange =
  | { do: 'open'; openTime: number; limitSec: number }
  | {
      do: 'close'
      sessionId: string
      closeTime: number
      closeKind: CloseKind
      durationSec: number
      overSec: number
    }
  | { do: 'none' }

/**
 * Open and closed as events report them (§5.10: warnings go by session); `occurTime`, epoch ms, decides, so a late
 * closing still ends the right session.
 */
export function sessionChange(
  open: OpenSession | null,
  event: { kind: 'opened' | 'closed'; occurTime: number; closeKind?: CloseKind; limitSec: number },
): SessionChange {
  if (event.kind === 'opened') {
    // A second OPEN without a close stays in the session: one warning per opening, not per report.
    return open === null
      ? { do: 'open', openTime: event.occurTime, limitSec: event.limitSec }
      : { do: 'none' }
  }
  if (open === null || event.occurTime < open.openTime) return { do: 'none' }
  const durationSec = Math.round((event.occurTime - open.openTime) / 1000)
  return {
    do: 'close',
    sessionId: open.sessionId,
    closeTime: event.occurTime,
    closeKind: event.closeKind ?? closeKind.manual,
    durationSec,
    overSec: Math.max(0, durationSec - open.limitSec),
  }
}

/** Minutes to whole seconds for `limitSec` (W01, §5.10), times in epoch ms; an override of the ticket item never reaches past its window. */
export function openLimitSec(
  maxOpenMin: number,
  allowOpenMin: number | null,
  openTime: number,
  validEnd: number | null,
): number {
  const wanted = (allowOpenMin ?? maxOpenMin) * 60
  if (allowOpenMin === null || validEnd === null) return wanted
  return Math.max(0, Math.min(wanted, Math.floor((validEnd - openTime) / 1000)))
}
