import { workExecutionEndpoints as execution } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { DetailList } from '@suoan/ui/detail-list'
import { Alert, Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'

/** T39 延期审批: the original approver, then the permitter; either may say no. */
export function ExtendDecideDialog({ detail, onClose }: TicketDialogProps) {
  const row = detail.extensions.find((each) => each.isWaiting)
  const [agree, setAgree] = useState<boolean | null>(null)
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const submit = async () => {
    if (agree === null) return setProblem('请选择同意或不同意')
    if (!agree && opinion.trim() === '') return setProblem('请输入不同意的原因')
    const input = {
      workId: detail.ticket.id,
      extendId: row?.id ?? '',
      agree,
      opinion: opinion.trim(),
    }
    const done = await move('延期审批', (press) =>
      call(execution.extendDecide, { ...input, ...press }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title="延期审批"
      okText="提交"
      isDangerous={agree === false}
      canSend={row !== undefined}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      {row ? (
        <DetailList
          columns={1}
          className="gap-bottom"
          items={[
            { key: 'by', label: '申请人', children: `${textOf(row, 'askName')} ${textOf(row, 'askTime')}` },
            { key: 'old', label: '原截止', children: textOf(row, 'oldEnd') },
            { key: 'new', label: '延期至', children: <b>{textOf(row, 'newEnd')}</b> },
            {
              key: 'reason',
              label: '原因',
              children: <span className="cell-whole">{textOf(row, 'reason')}</span>,
            },
          ]}
        />
      ) : (
        <Alert type="info" showIcon className="gap-bottom" title="延期申请已处理，请刷新" />
      )}
      <LabelledItem label="决定" required>
        <Radio.Group
          size="large"
          optionType="button"
          buttonStyle="solid"
          value={agree}
          options={[
            { value: true, label: '✓ 同意' },
            { value: false, label: '✗ 不同意' },
          ]}
          onChange={(event) => {
            setAgree(event.target.value === true)
            setProblem('')
          }}
        />
      </LabelledItem>
      <LabelledItem label="意见" required={agree === false}>
        <Input.TextArea
          value={opinion}
          maxLength={200}
          showCount
          autoSize={{ minRows: 2 }}
          onChange={(event) => setOpinion(event.target.value)}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
