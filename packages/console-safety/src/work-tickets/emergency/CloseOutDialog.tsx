import { workTicketEndpoints as tickets } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { PhotoInput } from '../../photo/PhotoInput.tsx'
import { SiteChecksInput, unchecked } from '../page/SiteChecks.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { NotifiedCheck } from '../move/NotifiedCheck.tsx'
import { useMove } from '../use-move.ts'

/** T45 过期收尾: what T44 asks of a ticket that ended in time is asked of an expired one as well. */
export function CloseOutDialog({ detail, label, onClose }: TicketDialogProps) {
  const { ticket } = detail
  const [siteChecks, setSiteChecks] = useState(unchecked)
  const [notified, setNotified] = useState(false)
  const [photo, setPhoto] = useState('')
  const { move, isRunning } = useMove(ticket.id)
  // Who pressed before has checked the place; the others sign.
  const isChecked = Boolean(ticket.siteCheck)
  const submit = async () => {
    const check =
      isChecked && !Object.values(siteChecks).some(Boolean) ? {} : { siteChecks, photo: photo || null }
    const input = { workId: ticket.id, notified, ...check }
    if (await move(label, (press) => call(tickets.closeExpired, { ...input, ...press }, { quiet: true })))
      onClose()
  }
  return (
    <MoveDialog
      title={label}
      okText={label}
      width={520}
      tone="warning"
      say="本票已过期。人员离场、个人锁摘除、隔离点恢复之后，由负责人、属地、许可人依次确认收尾。"
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <SiteChecksInput
        value={siteChecks}
        onChange={setSiteChecks}
        required={!isChecked}
        hint={isChecked ? '本票已登记过现场检查，可直接确认' : ''}
      />
      <LabelledItem label="现场照片">
        <PhotoInput value={photo} onChange={setPhoto} />
      </LabelledItem>
      <NotifiedCheck of="作业结束、能量恢复" value={notified} onChange={setNotified} />
    </MoveDialog>
  )
}
