import { mostExtendedMin, openSessionEndpoints, type LockRow } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { useDialogSubmit } from '@suoan/console-base/text-dialog/use-dialog-submit.ts'

/** Asks for more time for a lock that is open; another person decides (decision 0967). */
export function ExtendDialog({ row, onClose, onDone }: { row: LockRow; onClose(): void; onDone(): void }) {
  const { busy, submit } = useDialogSubmit(onClose)
  const [minutes, setMinutes] = useState(15)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = reason.trim().length < 2
  const send = async () => {
    setChecked(true)
    if (isMissing || !row.sessionId) return
    const { sessionId } = row
    await submit(async () => {
      const { message } = await callForMessage(openSessionEndpoints.extendAsk, {
        sessionId,
        minutes,
        reason: reason.trim(),
      })
      void feedback().message.success(message)
      onDone()
    })
  }
  return (
    <AppModal
      open
      width={520}
      title={`申请延长开启：${row.lockCode}`}
      okText="提交申请"
      okClose={false}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title={`由另一名有“管理关闭”权限的人员审批；同意之前限时不变。${
            row.openWorkNo
              ? '不能超过工作票的有效截止。'
              : `没有工作票时，一次开启累计最多延长 ${mostExtendedMin} 分钟。`
          }`}
        />
        <LabelledItem label="延长（分钟）">
          <InputNumber
            className="full"
            min={5}
            max={mostExtendedMin}
            precision={0}
            value={minutes}
            onChange={(value) => setMinutes(value ?? 15)}
          />
        </LabelledItem>
        <LabelledItem label="原因">
          <Input.TextArea
            rows={2}
            maxLength={200}
            value={reason}
            placeholder="例如：拆检未完成，密封面仍需清理"
            onChange={(event) => setReason(event.target.value)}
          />
        </LabelledItem>
        {isChecked && isMissing && <Alert type="error" showIcon title="请说明原因，至少 2 个字" />}
      </Form>
    </AppModal>
  )
}
