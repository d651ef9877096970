import { workExecutionEndpoints as execution } from '@suoan/contract'
import { Form, Radio, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { NotifiedCheck } from '../move/NotifiedCheck.tsx'
import { useMove } from '../use-move.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'

/** T38 部分解除: one release group goes back while the rest stays a cut. */
export function GroupReleaseDialog({ detail, isConfirm, onClose }: TicketDialogProps) {
  const open = detail.points.filter((row) => !row.isRestored)
  const groups = [...new Set(open.map((row) => row.releaseGroup))].toSorted((a, b) => a - b)
  const asked = isConfirm ? (detail.asked?.plan.group ?? null) : null
  const [group, setGroup] = useState<number | null>(asked)
  const [notified, setNotified] = useState(false)
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const submit = async () => {
    if (group === null) return setProblem('请选择解除分组')
    const done = await move(isConfirm ? '确认部分解除' : '申请部分解除', (press) =>
      call(
        execution.groupRelease,
        { workId: detail.ticket.id, ...press, notified, ...(isConfirm ? {} : { group }) },
        { quiet: true },
      ),
    )
    if (done) onClose()
  }
  const names = (each: number) =>
    open
      .filter((row) => row.releaseGroup === each)
      .map((row) => row.pointCode)
      .join('、')
  return (
    <MoveDialog
      title={isConfirm ? '确认部分解除' : '申请部分解除'}
      okText={isConfirm ? '确认解除' : '申请'}
      isDangerous={isConfirm}
      tone="warning"
      say="解除后该组隔离点可以恢复供能。剩余隔离仍须切断全部能量，依赖该组的个人锁须已由本人摘除。"
      problem={problem}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <Form.Item label="解除分组" required>
        <Radio.Group
          aria-label="解除分组"
          disabled={isConfirm}
          value={group}
          onChange={(event) => setGroup(Number(event.target.value))}
        >
          <Space orientation="vertical">
            {groups.map((each) => (
              <Radio key={each} value={each} className="big-check">
                第 {each} 组：{names(each)}
              </Radio>
            ))}
          </Space>
        </Radio.Group>
        {groups.length < 2 && <p className="hint">本票只有一个解除分组，作业完成后一并解除</p>}
      </Form.Item>
      <NotifiedCheck of="该组即将恢复能量" value={notified} onChange={setNotified} />
    </MoveDialog>
  )
}
