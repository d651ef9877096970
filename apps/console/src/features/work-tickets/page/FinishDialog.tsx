import { workTicketEndpoints as tickets } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { call } from '../../../request/call.ts'
import { DictSelect } from '../../../resource/widgets/DictSelect.tsx'
import { useMove } from '../use-move.ts'

/** T44 完工: the result, and that the people concerned know. */
export function FinishDialog({ workId, label, onClose }: { workId: string; label: string; onClose(): void }) {
  const [closeResult, setCloseResult] = useState('1')
  const [notified, setNotified] = useState(false)
  const { move, isRunning } = useMove(workId)
  const submit = async () => {
    const input = { workId, closeResult, notified }
    if (await move(label, (clientOpId) => call(tickets.finish, { ...input, clientOpId }, { quiet: true })))
      onClose()
  }
  return (
    <AppModal
      open
      width={480}
      title={label}
      okText={label}
      confirmLoading={isRunning}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="完工结论" required>
          <DictSelect
            code="lo_close_result"
            value={closeResult}
            onChange={(value) => setCloseResult(Array.isArray(value) ? '1' : value || '1')}
          />
        </Form.Item>
        <Checkbox
          className="big-check"
          checked={notified}
          onChange={(event) => setNotified(event.target.checked)}
        >
          已告知受影响人员：作业结束、能量恢复
        </Checkbox>
      </Form>
    </AppModal>
  )
}
