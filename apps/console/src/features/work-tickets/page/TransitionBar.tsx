import { ExclamationCircleFilled } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import {
  emergencyEndpoints as emergencies,
  recallEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useNow } from '../../../marks/use-now.ts'
import { call } from '../../../request/call.ts'
import { canDo } from '../../../session/can.ts'
import { useSession } from '../../../session/session-store.ts'
import { feedback } from '../../../shell/feedback.ts'
import { HandOnDialog } from '../approval/HandOnDialog.tsx'
import { ReturnDialog } from '../approval/ReturnDialog.tsx'
import { UrgeDialog } from '../approval/UrgeDialog.tsx'
import '../approval/approval.css'
import { DecisionDialog } from '../decisions/DecisionDialog.tsx'
import { pendingRow } from '../decisions/pending-row.ts'
import { CloseOutDialog } from '../emergency/CloseOutDialog.tsx'
import { EmergencyStartDialog } from '../emergency/EmergencyStartDialog.tsx'
import { RenewDialog } from '../emergency/RenewDialog.tsx'
import { RescueDialog } from '../emergency/RescueDialog.tsx'
import { buttonsFor } from '../transition-buttons.ts'
import type { TicketButton } from '../transition-buttons.ts'
import { useMove } from '../use-move.ts'
import { usePlace } from '../use-place.ts'
import { ExtendDecideDialog } from './ExtendDecideDialog.tsx'
import { FinishDialog } from './FinishDialog.tsx'
import { GroupReleaseDialog } from './GroupReleaseDialog.tsx'
import { HandoverDialog } from './HandoverDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { TestRunDialog } from './TestRunDialog.tsx'
import { TimeDialog } from './TimeDialog.tsx'

type Send = (input: { workId: string; clientOpId: string }) => Promise<unknown>
const quiet = { quiet: true } as const

/** What a plain press calls. */
const plain: Readonly<Record<string, Send>> = {
  submit: (input) => call(tickets.submit, input, quiet),
  withdraw: (input) => call(tickets.withdraw, input, quiet),
  isolateStart: (input) => call(tickets.isolateStart, input, quiet),
  start: (input) => call(tickets.start, input, quiet),
  resume: (input) => call(tickets.resume, input, quiet),
  testEnd: (input) => call(execution.testEnd, { ...input, deEnergised: true }, quiet),
  relocked: (input) => call(execution.relocked, input, quiet),
  acceptExpired: (input) => call(tickets.accept, input, quiet),
  isolateCancel: (input) => call(tickets.isolateCancel, { ...input, notified: true }, quiet),
  accept: (input) => call(tickets.accept, input, quiet),
  remove: (input) => call(tickets.remove, input, quiet),
}
/** What a press with a reason calls. */
const reasoned: Readonly<
  Record<string, (input: { workId: string; clientOpId: string; reason: string }) => Promise<unknown>>
> = {
  afterReview: ({ reason, ...input }) => call(emergencies.afterReview, { ...input, opinion: reason }, quiet),
  void: (input) => call(tickets.void, input, quiet),
  suspend: (input) => call(tickets.suspend, input, quiet),
  stop: (input) => call(tickets.stop, input, quiet),
  recall: (input) => call(recallEndpoints.recall, input, quiet),
}

/** The buttons of a ticket: what this person may do now. The server decides again, and says every reason. */
export function TransitionBar({ detail, onGone }: { detail: TicketDetail; onGone(): void }) {
  const permissions = useSession((session) => session.permissions)
  const me = useSession((session) => session.user?.id ?? '')
  const { move, running } = useMove(detail.ticket.id)
  const place = usePlace()
  const [dialog, setDialog] = useState<TicketButton | null>(null)
  const buttons = buttonsFor(detail, (code) => canDo(permissions, code), useNow())
  if (buttons.length === 0) return null
  const workId = detail.ticket.id
  const send = async (button: TicketButton) => {
    const call = plain[button.key]
    if (!call) return
    const done = await move(button.label, (clientOpId) => call({ workId, clientOpId }))
    if (done && button.key === 'remove') onGone()
  }
  const press = (button: TicketButton) => {
    if (button.kind === 'edit') return place.openEdit(workId)
    if (button.kind !== 'confirm') return setDialog(button)
    feedback().modal.confirm({
      title: button.label,
      content: button.question,
      okText: button.label,
      cancelText: '取消',
      okButtonProps: { danger: button.danger ?? false },
      transitionName: '',
      maskTransitionName: '',
      onOk: () => void send(button),
    })
  }
  const close = () => setDialog(null)
  const stage = detail.ticket.workStatus === 1 ? 'review' : 'examine'
  const myRow = pendingRow(detail, stage, me)
  return (
    <div className="transition-bar">
      {buttons.map((button) => (
        <Button
          key={button.key}
          size="large"
          type={button.primary || button.kind === 'stop' ? 'primary' : 'default'}
          danger={button.danger ?? false}
          className={button.kind === 'stop' ? 'stop-button' : ''}
          icon={button.kind === 'stop' ? <ExclamationCircleFilled /> : null}
          loading={running === button.label}
          disabled={
            running !== null && running !== button.label && button.kind !== 'stop' && button.kind !== 'rescue'
          }
          onClick={() => press(button)}
        >
          {button.label}
        </Button>
      ))}
      {dialog && (dialog.kind === 'reason' || dialog.kind === 'stop') && (
        <ReasonDialog
          button={dialog}
          onClose={close}
          onDone={(reason) =>
            move(
              dialog.label,
              (clientOpId) => reasoned[dialog.key]?.({ workId, clientOpId, reason }) ?? Promise.resolve(),
            )
          }
        />
      )}
      {dialog?.kind === 'urge' && <UrgeDialog detail={detail} onClose={close} />}
      {dialog?.kind === 'handOn' && myRow && (
        <HandOnDialog
          workId={workId}
          stage={stage}
          rowId={myRow}
          way={dialog.key === 'delegate' ? 'delegate' : 'addSigner'}
          onClose={close}
          onDone={close}
        />
      )}
      {dialog?.kind === 'return' && myRow && (
        <ReturnDialog detail={detail} rowId={myRow} onClose={close} onDone={close} />
      )}
      {dialog?.kind === 'renew' && <RenewDialog detail={detail} onClose={close} />}
      {dialog?.kind === 'emergency' && <EmergencyStartDialog workId={workId} onClose={close} />}
      {dialog?.kind === 'rescue' && <RescueDialog detail={detail} onClose={close} />}
      {dialog?.kind === 'closeOut' && <CloseOutDialog detail={detail} label={dialog.label} onClose={close} />}
      {dialog?.kind === 'release' && <ReleaseDialog workId={workId} onClose={close} />}
      {dialog?.kind === 'finish' && <FinishDialog workId={workId} label={dialog.label} onClose={close} />}
      {dialog?.kind === 'handover' && <HandoverDialog detail={detail} onClose={close} />}
      {dialog?.kind === 'testBegin' && (
        <TestRunDialog detail={detail} isConfirm={dialog.label.startsWith('确认')} onClose={close} />
      )}
      {dialog?.kind === 'groupRelease' && (
        <GroupReleaseDialog detail={detail} isConfirm={dialog.label.startsWith('确认')} onClose={close} />
      )}
      {(dialog?.kind === 'extend' || dialog?.kind === 'deadline') && (
        <TimeDialog detail={detail} kind={dialog.kind} onClose={close} />
      )}
      {dialog?.kind === 'extendDecide' && <ExtendDecideDialog detail={detail} onClose={close} />}
      {dialog?.kind === 'decide' && (
        <DecisionDialog
          detail={detail}
          stage={dialog.key === 'review' ? 'review' : 'examine'}
          onClose={close}
        />
      )}
    </div>
  )
}
