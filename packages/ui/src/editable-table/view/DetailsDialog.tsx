import { AppModal } from '../../modal/index.ts'
import type { ReactNode } from 'react'

/** px (spec/2-data-entry.md §9). */
const width = 1_200

/** 详细信息 of a row: its main form, and its sub form under it (spec/5-screens.md §13.1). */
export function DetailsDialog({
  main,
  sub,
  onClose,
}: {
  readonly main: ReactNode
  readonly sub?: ReactNode
  onClose(): void
}) {
  return (
    <AppModal open title="详细信息" width={width} fullscreen footer={null} onCancel={onClose}>
      {main}
      {sub !== undefined && <div className="et-details-sub">{sub}</div>}
    </AppModal>
  )
}
