import { emergencyEndpoints as calls } from '@suoan/contract'
import { afterReviewHours } from '@suoan/domain/work-ticket'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { useMove } from '../use-move.ts'

/** T50 抢修现场批准: the duty manager on site answers for review and approval; the isolation is asked as ever. */
export function EmergencyStartDialog({ detail, onClose }: TicketDialogProps) {
  const workId = detail.ticket.id
  const [reason, setReason] = useState('')
  const [onSite, setOnSite] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { move, isRunning } = useMove(workId)
  const submit = async () => {
    setAsked(true)
    if (reason.trim() === '' || !onSite) return
    const input = { workId, reason: reason.trim(), onSite }
    if (await move('抢修批准', (clientOpId) => call(calls.start, { ...input, clientOpId }, { quiet: true })))
      onClose()
  }
  const wrong = (bad: boolean, help: string) =>
    isAsked && bad ? { validateStatus: 'error' as const, help } : {}
  return (
    <MoveDialog
      title="抢修现场批准"
      okText="批准抢修"
      isDangerous
      tone="warning"
      say="由您一人在现场承担审核与批准"
      detail={`上锁、挂牌、验证零能量、交底、气体检测、监护一项不减。${afterReviewHours} 小时内须由他人补做审查，逾期升级上报。`}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="抢修原因" required {...wrong(reason.trim() === '', '请输入抢修原因')}>
        <Input.TextArea
          autoFocus
          value={reason}
          maxLength={200}
          showCount
          autoSize={{ minRows: 3 }}
          placeholder="发生了什么、为什么不能等正常审批"
          onChange={(event) => setReason(event.target.value)}
        />
      </LabelledItem>
      <Form.Item {...wrong(!onSite, '值班负责人须在现场')}>
        <Checkbox
          className="big-check"
          checked={onSite}
          onChange={(event) => setOnSite(event.target.checked)}
        >
          我在作业现场，已核对隔离方案和人员
        </Checkbox>
      </Form.Item>
    </MoveDialog>
  )
}
