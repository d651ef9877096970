import { AppModal } from '@suoan/ui/modal'
import { Alert } from 'antd'
import { useState } from 'react'
import { myStep, stepGone, type Stage } from '../approval/step-row.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { DecisionForm } from './DecisionForm.tsx'

/** Review or approval of a ticket, from its page. */
export function DecisionDialog({
  detail,
  stage,
  onClose,
}: Pick<TicketDialogProps, 'detail' | 'onClose'> & { stage: Stage }) {
  // The step as it was opened on: decided elsewhere meanwhile, it is no longer mine, and what was typed stays.
  const [opened] = useState(() => myStep(detail))
  const mine = myStep(detail)
  const step = mine ?? opened
  return (
    <AppModal
      open
      fullscreen
      width={1200}
      title={stage === 'review' ? '审核工作票' : '审批工作票'}
      footer={null}
      onCancel={onClose}
    >
      {!mine && <Alert className="gap-bottom" type="warning" showIcon title={stepGone} />}
      {detail.actingFor !== null && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={`您作为代理人代 ${detail.actingFor} 处理，记录中将写明您和 ${detail.actingFor} 两人`}
        />
      )}
      {step && <DecisionForm detail={detail} step={step} onDone={onClose} />}
    </AppModal>
  )
}
