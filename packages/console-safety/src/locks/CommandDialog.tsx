import { AppModal } from '@suoan/ui/modal'
import { CommandState } from './CommandState.tsx'

/** Watches a command that was sent from a row. */
export function CommandDialog({
  cmdId,
  label,
  lock,
  onClose,
}: {
  cmdId: string
  label: string
  lock: string
  onClose(): void
}) {
  return (
    <AppModal open width={480} title={`${label}：${lock}`} footer={null} onCancel={onClose}>
      <CommandState cmdId={cmdId} label={label} />
    </AppModal>
  )
}
