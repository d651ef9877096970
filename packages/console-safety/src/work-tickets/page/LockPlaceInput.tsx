import type { TicketDetail } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Select } from 'antd'
import { LockSelect, useLocks } from '../editor/LockSelect.tsx'
import { unprotected } from './unprotected.ts'

/** A personal lock, and where it is hung: `box:<id>` or `point:<id>`; '' where nothing is chosen. */
export interface HungLock {
  readonly lockId: string | null
  readonly place: string
}

/** Where a personal lock may hang on this ticket: its boxes first, then its points. */
const placesOf = (detail: TicketDetail) => [
  ...detail.locks
    .filter((row) => row.isLockBox)
    .map((row) => ({ value: `box:${row.lockId}`, label: `锁箱 ${row.lockCode}` })),
  ...detail.points
    .filter((row) => !row.isDrain)
    .map((row) => ({ value: `point:${row.pointId}`, label: `隔离点 ${row.pointCode} ${row.pointName}` })),
]

/** What is chosen before anybody has chosen. */
export const firstChoice = (detail: TicketDetail, lockId: string | null): HungLock => ({
  lockId,
  place: placesOf(detail)[0]?.value ?? '',
})

/** Where the call is told that it hangs. */
export function whereOf({ place }: HungLock): { boxId?: string; pointId?: string } {
  const [kind, id] = place.split(':')
  if (!id) return {}
  return kind === 'box' ? { boxId: id } : { pointId: id }
}

interface Props {
  readonly detail: TicketDetail
  readonly label: string
  /** Only this person's own locks are offered. */
  readonly ownerId?: string | null
  /** Code of the lock that the ticket names for him. */
  readonly code: string | null
  readonly value: HungLock
  onChange(value: HungLock): void
}

/** Which personal lock hangs where (T26), with what keeps it from protecting. */
export function LockPlaceInput({ detail, label, ownerId = null, code, value, onChange }: Props) {
  const open = unprotected({
    own: useLocks(lockPurpose.personal).data?.find((row) => row.id === value.lockId),
    box: useLocks(lockPurpose.lockBox).data?.find((row) => value.place === `box:${row.id}`),
  })
  return (
    <>
      <LabelledItem label={label} required>
        <LockSelect
          purpose={lockPurpose.personal}
          ownerId={ownerId}
          value={value.lockId}
          code={code}
          onChange={(lockId) => onChange({ ...value, lockId })}
        />
      </LabelledItem>
      <LabelledItem label="挂在" required>
        <Select
          size="large"
          className="full"
          value={value.place || null}
          options={placesOf(detail)}
          onChange={(place: string) => onChange({ ...value, place })}
        />
      </LabelledItem>
      {open.map((said) => (
        <Alert key={said} type="warning" showIcon className="gap-bottom" title={said} />
      ))}
    </>
  )
}
