import { emergencyEndpoints as calls } from '@suoan/contract'
import { afterReviewHours } from '@suoan/domain/work-ticket'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { usePosition } from '../../position/use-position.ts'
import { ScanInput } from '../../scan/ScanInput.tsx'
import { useMove } from '../use-move.ts'

/** T50 抢修现场批准: the duty manager on site answers for review and approval; the isolation is asked as ever. */
export function EmergencyStartDialog({ detail, onClose }: TicketDialogProps) {
  const workId = detail.ticket.id
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [tag, setTag] = useState('')
  const place = usePosition(true)
  const [isAsked, setAsked] = useState(false)
  const { move, isRunning } = useMove(workId)
  const submit = async () => {
    setAsked(true)
    if (reason.trim() === '' || !isChecked) return
    const qr = tag.trim()
    // A tag read here shows the place by itself; without one the position has to.
    const read = qr === '' ? await place.read() : null
    if (read === 'missing') return
    const shown = { ...(qr !== '' && { proof: { qr } }), ...(read && { onSite: read }) }
    const input = { workId, reason: reason.trim(), ...shown }
    if (await move('抢修批准', (press) => call(calls.start, { ...input, ...press }, { quiet: true })))
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
      isRunning={isRunning || place.isReading}
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
      <LabelledItem
        label="现场标签"
        extra="扫描或输入作业区域、隔离点的现场标签；留空则以手机定位确认您在作业区域围栏内。"
        {...(place.problem && {
          validateStatus: 'error' as const,
          help: `${place.problem}也可扫描现场标签。`,
        })}
      >
        <ScanInput
          value={tag}
          maxLength={64}
          placeholder="扫描，或输入标签上的文字（可选）"
          onChange={setTag}
        />
      </LabelledItem>
      <Form.Item {...wrong(!isChecked, '请先核对隔离方案和人员')}>
        <Checkbox
          className="big-check"
          checked={isChecked}
          onChange={(event) => setChecked(event.target.checked)}
        >
          我已核对隔离方案和人员
        </Checkbox>
      </Form.Item>
    </MoveDialog>
  )
}
