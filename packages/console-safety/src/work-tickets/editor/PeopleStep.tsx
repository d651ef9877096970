import { PeopleTable } from './PeopleTable.tsx'
import { TicketLocks } from './TicketLocks.tsx'
import type { StepProps } from './use-draft.ts'

/** 5 人员与锁具: who does what, with which personal lock; access locks and who may open them. */
export function PeopleStep({ draft, patch }: StepProps) {
  return (
    <>
      <PeopleTable draft={draft} patch={patch} />
      <TicketLocks draft={draft} patch={patch} />
    </>
  )
}
