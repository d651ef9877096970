import { workTicketEndpoints as tickets } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Checkbox, Form, Space } from 'antd'
import { useState } from 'react'
import { call } from '../../../request/call.ts'
import { useMove } from '../use-move.ts'
import { PhotoInput } from '../../../photo/PhotoInput.tsx'

const checks = [
  { value: 'inspected', label: '现场已检查，作业区清理干净' },
  { value: 'tools', label: '工具和散件已全部取回' },
  { value: 'guards', label: '防护装置已恢复' },
]

/** T41 作业完成: the leader answers for the cleared place before energy may return. */
export function ReleaseDialog({ workId, onClose }: { workId: string; onClose(): void }) {
  const [ticked, setTicked] = useState<string[]>([])
  const [notified, setNotified] = useState(false)
  const [photo, setPhoto] = useState('')
  const { move, isRunning } = useMove(workId)
  const areaCleared = ticked.length === checks.length
  const submit = async () => {
    const input = { workId, areaCleared, notified, photo: photo || null }
    if (
      await move('解除隔离', (clientOpId) =>
        call(tickets.releaseBegin, { ...input, clientOpId }, { quiet: true }),
      )
    )
      onClose()
  }
  return (
    <AppModal
      open
      width={560}
      title="作业完成，开始解除隔离"
      okText="确认完成"
      confirmLoading={isRunning}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Alert
        type="info"
        showIcon
        className="gap-bottom"
        title="确认后作业授权收回，个人锁由本人摘除，隔离点按相反顺序恢复。"
      />
      <Form layout="vertical" component="div">
        <Form.Item label="现场检查" required>
          <Checkbox.Group value={ticked} onChange={(values) => setTicked(values.map(String))}>
            <Space orientation="vertical">
              {checks.map((check) => (
                <Checkbox key={check.value} value={check.value} className="big-check">
                  {check.label}
                </Checkbox>
              ))}
            </Space>
          </Checkbox.Group>
        </Form.Item>
        <Form.Item label="现场照片" required>
          <PhotoInput value={photo} onChange={setPhoto} />
        </Form.Item>
        <Checkbox
          className="big-check"
          checked={notified}
          onChange={(event) => setNotified(event.target.checked)}
        >
          已告知受影响人员：即将恢复能量
        </Checkbox>
      </Form>
    </AppModal>
  )
}
