import { workTicketEndpoints as tickets } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { NotifiedCheck } from '../move/NotifiedCheck.tsx'
import { useMove } from '../use-move.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'

/** T44 完工: the result, and that the people concerned know. */
export function FinishDialog({ detail, label, onClose }: TicketDialogProps) {
  const workId = detail.ticket.id
  const [closeResult, setCloseResult] = useState('1')
  const [notified, setNotified] = useState(false)
  const { move, isRunning } = useMove(workId)
  const submit = async () => {
    const input = { workId, closeResult, notified }
    if (await move(label, (press) => call(tickets.finish, { ...input, ...press }, { quiet: true }))) onClose()
  }
  return (
    <MoveDialog
      title={label}
      okText={label}
      width={480}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="完工结论" required>
        <DictSelect
          code="lo_close_result"
          value={closeResult}
          onChange={(value) => setCloseResult(Array.isArray(value) ? '1' : value || '1')}
        />
      </LabelledItem>
      <NotifiedCheck of="作业结束、能量恢复" value={notified} onChange={setNotified} />
    </MoveDialog>
  )
}
