import { custody, type Custody } from '../dictionaries/index.ts'

/** `lo_device_status` 离线. */
export const deviceOffline = 2

/** A device by its connection, or a lock that no device is registered for by what it last said (A08). */
export type Contact =
  | { readonly by: 'connection'; readonly status: number; readonly offlineAt: number | null }
  | {
      readonly by: 'silence'
      readonly deviceSn: string | null
      readonly online: number
      readonly lastSeen: number | null
      readonly custody: Custody
    }

/** Where nobody waits for a lock to speak. */
export const silentCustody: readonly Custody[] = [custody.lost, custody.repair, custody.scrapped]

/** Was it here, and is it gone (A08)? One that never came is not activated, not absent. */
export function isAbsent(contact: Contact): boolean {
  if (contact.by === 'connection') return contact.status === deviceOffline && contact.offlineAt !== null
  return (
    contact.deviceSn !== null &&
    contact.online === 0 &&
    contact.lastSeen !== null &&
    !silentCustody.includes(contact.custody)
  )
}
