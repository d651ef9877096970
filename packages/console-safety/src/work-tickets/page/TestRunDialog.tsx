import { workExecutionEndpoints as execution } from '@suoan/contract'
import { testMaxMin } from '@suoan/domain/work-ticket'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Checkbox, Form, InputNumber, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { NotifiedCheck } from '../move/NotifiedCheck.tsx'
import { useMove } from '../use-move.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'

/** T35 试运行: which points are lifted, who may open them, and for how long. Whoever confirms changes nothing of it. */
export function TestRunDialog({ detail, isConfirm, onClose }: TicketDialogProps) {
  const asked = isConfirm ? detail.asked?.plan : undefined
  const proven = detail.points.filter((row) => (isConfirm ? !row.isDrain : row.canLift))
  const people = detail.people.filter((row) => row.mayTest)
  const [pointIds, setPointIds] = useState<string[]>(asked?.pointIds ?? [])
  const [userIds, setUserIds] = useState<string[]>(asked?.userIds ?? [])
  const [minutes, setMinutes] = useState(asked?.minutes ?? 30)
  const [toolsCleared, setToolsCleared] = useState(isConfirm)
  const [notified, setNotified] = useState(false)
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const submit = async () => {
    const missing = pointIds.length === 0 ? '请选择隔离点' : userIds.length === 0 ? '请选择操作人员' : ''
    setProblem(isConfirm ? '' : missing)
    if (!isConfirm && missing) return
    const plan = isConfirm ? {} : { pointIds, userIds, minutes, toolsCleared }
    const done = await move(isConfirm ? '确认试运行' : '申请试运行', (press) =>
      call(execution.testBegin, { workId: detail.ticket.id, ...press, notified, ...plan }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title={isConfirm ? '确认试运行' : '申请试运行'}
      okText={isConfirm ? '确认试运行' : '申请'}
      isDangerous={isConfirm}
      width={600}
      tone="warning"
      say="试运行期间所选隔离点会带能量。全体人员须已离场，个人锁须已由本人摘除。"
      problem={problem}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <Form.Item label="临时解除的隔离点" required>
        <Checkbox.Group
          role="group"
          aria-label="临时解除的隔离点"
          disabled={isConfirm}
          value={pointIds}
          onChange={(values) => setPointIds(values.map(String))}
        >
          <Space orientation="vertical">
            {proven.map((row) => (
              <Checkbox key={row.pointId} value={row.pointId} className="big-check">
                {row.pointCode} {row.pointName}
              </Checkbox>
            ))}
          </Space>
        </Checkbox.Group>
        {proven.length === 0 && <p className="hint">没有已验证的隔离点可以临时解除</p>}
      </Form.Item>
      <LabelledItem label="操作人员" required>
        <Checkbox.Group
          role="group"
          disabled={isConfirm}
          value={userIds}
          onChange={(values) => setUserIds(values.map(String))}
        >
          <Space wrap>
            {people.map((row) => (
              <Checkbox key={row.id} value={row.userId} className="big-check">
                {textOf(row, 'name')}（{textOf(row, 'roleTag')}）
              </Checkbox>
            ))}
          </Space>
        </Checkbox.Group>
      </LabelledItem>
      <LabelledItem label="时间（分钟）" required extra={`最长 ${testMaxMin} 分钟，到时自动停止试运行`}>
        <InputNumber
          size="large"
          disabled={isConfirm}
          min={1}
          max={testMaxMin}
          precision={0}
          value={minutes}
          onChange={(value) => setMinutes(value ?? 0)}
        />
      </LabelledItem>
      {!isConfirm && (
        <Checkbox
          className="big-check"
          checked={toolsCleared}
          onChange={(event) => setToolsCleared(event.target.checked)}
        >
          工具和散件已全部取回
        </Checkbox>
      )}
      <NotifiedCheck of="设备将带能量试运行" value={notified} onChange={setNotified} />
    </MoveDialog>
  )
}
