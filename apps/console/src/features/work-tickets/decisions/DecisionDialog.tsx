import type { TicketDetail } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useSession } from '../../../session/session-store.ts'
import { DecisionForm } from './DecisionForm.tsx'
import { pendingRow } from './pending-row.ts'
import type { Stage } from './pending-row.ts'

/** Review or approval of a ticket, from its page. */
export function DecisionDialog({
  detail,
  stage,
  onClose,
}: {
  detail: TicketDetail
  stage: Stage
  onClose(): void
}) {
  const me = useSession((session) => session.user?.id ?? '')
  const row = pendingRow(detail, stage, me)
  return (
    <AppModal
      open
      fullscreen
      width={1200}
      title={stage === 'review' ? '审核工作票' : '审批工作票'}
      footer={null}
      onCancel={onClose}
    >
      {row ? (
        <DecisionForm detail={detail} stage={stage} rowId={row} onDone={onClose} />
      ) : (
        <p>这一步已由他人处理，或不再等待您的意见。请关闭后刷新。</p>
      )}
    </AppModal>
  )
}
