import { ExclamationCircleFilled } from '@ant-design/icons'
import type { OfferedAction, TicketDetail, TicketTurn, TurnStep } from '@suoan/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import '../approval/approval.css'
import { useMove, usePageMove } from '../use-move.ts'
import { usePlace } from '../use-place.ts'
import { stopLost } from '../../stop-lost.ts'
import { useBegun, useEndOfStep } from '../turn/begun-step.ts'
import { TurnNow } from '../turn/TurnNow.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ticketButtons } from './ticket-buttons.tsx'

const steps = { ask: '申请', confirm: '确认' } as const

interface Props {
  readonly detail: TicketDetail
  /** Whose turn it is; undefined where that could not be read: the buttons work without it. */
  readonly turn: TicketTurn | undefined
  onBegin(step: TurnStep): void
  onGone(): void
}

/**
 * Whose turn it is, with the one button of whoever looks, and under it everything else he may do now. The server decides
 * again, and says every reason.
 */
export function TransitionBar({ detail, turn, onBegin, onGone }: Props) {
  const workId = detail.ticket.id
  const seen = detail.ticket.revision
  const { move, running } = usePageMove(workId)
  const place = usePlace()
  const [open, setOpen] = useState<OfferedAction | null>(null)
  const end = useEndOfStep()
  const now = turn?.mine ? actionOf(turn.mine, detail.actions) : undefined
  const labelOf = ({ key, step }: OfferedAction) => `${step ? steps[step] : ''}${ticketButtons[key].label}`
  const press = (action: OfferedAction) => {
    const button = ticketButtons[action.key]
    if (button.way === 'editor') return place.openEdit(workId)
    if (button.way !== 'confirm' || button.instead?.when(detail)) return setOpen(action)
    const label = labelOf(action)
    const send = async () => {
      const done = await move(label, (press) => button.send({ workId, ...press, seen }))
      if (done && action.key === 'remove') onGone()
    }
    feedback().modal.confirm({
      title: label,
      content: button.question,
      okText: label,
      cancelText: '取消',
      okButtonProps: { danger: button.danger ?? false },
      transitionName: '',
      maskTransitionName: '',
      onOk: () => {
        end()
        void send()
      },
      onCancel: () => end(),
    })
  }
  useBegun((step) => {
    const action = actionOf(step, detail.actions)
    if (action) press(action)
  })
  // What somebody is typing stays, even when another has just left him nothing to do.
  if (detail.actions.length === 0 && open === null && turn === undefined) return null
  const buttonOf = (action: OfferedAction, isNow: boolean) => {
    const { primary = false, danger = false, urgent = false } = ticketButtons[action.key]
    const label = labelOf(action)
    const isStop = action.key === 'stop'
    return (
      <Button
        key={action.key}
        size="large"
        block={isNow}
        // One primary button: his turn's. Where it is not his turn, what the step asks of him all the same.
        type={isNow || isStop || (primary && turn === undefined) ? 'primary' : 'default'}
        danger={danger}
        className={isStop ? 'stop-button' : ''}
        icon={isStop ? <ExclamationCircleFilled /> : null}
        loading={running === label}
        disabled={running !== null && running !== label && !urgent}
        onClick={() => press(action)}
      >
        {label}
      </Button>
    )
  }
  const others = detail.actions.filter((action) => action !== now)
  return (
    <div className="transition-bar">
      {turn && (
        <TurnNow
          detail={detail}
          turn={turn}
          barButton={now ? () => buttonOf(now, true) : null}
          onBegin={onBegin}
        />
      )}
      {others.length > 0 && (
        <div className="transition-buttons">{others.map((action) => buttonOf(action, false))}</div>
      )}
      {open && (
        <Opened
          action={open}
          label={labelOf(open)}
          detail={detail}
          onClose={() => {
            setOpen(null)
            end()
          }}
        />
      )}
    </div>
  )
}

/** The button of the ticket for this step; undefined where it is done at a point, for a person, or in a tab. */
const actionOf = ({ act }: TurnStep, actions: readonly OfferedAction[]): OfferedAction | undefined =>
  // Saving somebody and stopping lead to the event of a stop, which no ticket waits for.
  actions.find(({ event }) => event === act)

interface OpenedProps {
  readonly action: OfferedAction
  readonly label: string
  readonly detail: TicketDetail
  onClose(): void
}

/** What a button asks before it is done. */
function Opened({ action, label, detail, onClose }: OpenedProps) {
  const workId = detail.ticket.id
  const { move } = useMove(workId)
  const button = ticketButtons[action.key]
  if (button.way === 'dialog') {
    const { Dialog } = button
    return <Dialog detail={detail} label={label} isConfirm={action.step === 'confirm'} onClose={onClose} />
  }
  if (button.way === 'confirm' && button.instead) {
    const { asks, question, send } = button.instead
    return (
      <ReasonDialog
        title={label}
        asks={asks}
        question={question}
        onClose={onClose}
        onDone={(reason) => move(label, (press) => send({ workId, ...press, reason }))}
      />
    )
  }
  if (button.way !== 'reason') return null
  return (
    <ReasonDialog
      title={label}
      isStop={action.key === 'stop'}
      asks={button.asks}
      asksCause={button.asksCause ?? false}
      question={button.question}
      onClose={onClose}
      onDone={(reason, cause) =>
        move(
          label,
          (press) => button.send({ workId, ...press, reason, cause }),
          action.key === 'stop' || action.key === 'suspend' ? stopLost : null,
        )
      }
    />
  )
}
