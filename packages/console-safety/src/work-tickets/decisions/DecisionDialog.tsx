import { AppModal } from '@suoan/ui/modal'
import { myStep, stepGone, type Stage } from '../approval/step-row.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { DecisionForm } from './DecisionForm.tsx'

/** Review or approval of a ticket, from its page. */
export function DecisionDialog({
  detail,
  stage,
  onClose,
}: Pick<TicketDialogProps, 'detail' | 'onClose'> & { stage: Stage }) {
  const step = myStep(detail)
  return (
    <AppModal
      open
      fullscreen
      width={1200}
      title={stage === 'review' ? '审核工作票' : '审批工作票'}
      footer={null}
      onCancel={onClose}
    >
      {step ? <DecisionForm detail={detail} step={step} onDone={onClose} /> : <p>{stepGone}</p>}
    </AppModal>
  )
}
