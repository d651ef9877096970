import type { TicketDetail } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'

/** A lock of the ticket behind which somebody may have to be saved. */
export interface Door {
  readonly lockId: string
  readonly code: string
  readonly name: string
  readonly row: TicketDetail['locks'][number]
}

/** The access locks of a ticket (`lo_work_lock.useType` 2): a rescue opens no other (L7, R14). */
export function doorsOf({ locks }: Pick<TicketDetail, 'locks'>): Door[] {
  return locks
    .filter((row) => Number(row['useType']) === lockPurpose.access)
    .map((row) => ({
      lockId: String(row['lockId']),
      code: String(row['lockCode'] ?? ''),
      name: String(row['lockName'] ?? ''),
      row,
    }))
}

/** May this person ask for a rescue here: a guardian or SAFETY, and a door to open (R14). */
export function mayRescue(detail: Pick<TicketDetail, 'locks' | 'myRoles'>): boolean {
  return doorsOf(detail).length > 0 && ['GUARD', 'SAFETY'].some((role) => detail.myRoles.includes(role))
}
