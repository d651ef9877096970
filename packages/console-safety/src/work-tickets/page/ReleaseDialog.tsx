import { workTicketEndpoints as tickets } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { NotifiedCheck } from '../move/NotifiedCheck.tsx'
import { useMove } from '../use-move.ts'
import { PhotoInput } from '../../photo/PhotoInput.tsx'
import { SiteChecksInput, unchecked } from './SiteChecks.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'

/** T41 作业完成: the leader answers for the cleared place before energy may return. */
export function ReleaseDialog({ detail, onClose }: TicketDialogProps) {
  const workId = detail.ticket.id
  const [siteChecks, setSiteChecks] = useState(unchecked)
  const [notified, setNotified] = useState(false)
  const [photo, setPhoto] = useState('')
  const { move, isRunning } = useMove(workId)
  const submit = async () => {
    const input = { workId, siteChecks, notified, photo: photo || null }
    if (
      await move('解除隔离', (press) => call(tickets.releaseBegin, { ...input, ...press }, { quiet: true }))
    )
      onClose()
  }
  return (
    <MoveDialog
      title="作业完成，开始解除隔离"
      okText="确认完成"
      say="确认后作业授权收回，个人锁由本人摘除，隔离点按相反顺序恢复。"
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <SiteChecksInput value={siteChecks} onChange={setSiteChecks} required />
      <LabelledItem label="现场照片" required>
        <PhotoInput value={photo} onChange={setPhoto} />
      </LabelledItem>
      <NotifiedCheck of="即将恢复能量" value={notified} onChange={setNotified} />
    </MoveDialog>
  )
}
