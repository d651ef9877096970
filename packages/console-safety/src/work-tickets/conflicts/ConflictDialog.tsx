import type { ConflictRow } from '@suoan/contract'
import { simopsEndpoints } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'

type Decision = 'accept' | 'misjudged'

interface Props {
  readonly workId: string
  readonly conflict: ConflictRow
  onClose(): void
}

/** SAFETY accepts a clash with measures, or says why it is none; both stay in the ticket's chain. */
export function ConflictDialog({ workId, conflict, onClose }: Props) {
  const { move, isRunning } = useMove(workId)
  const [decision, setDecision] = useState<Decision>('accept')
  const [measures, setMeasures] = useState('')
  const [isShort, setShort] = useState(false)
  const submit = async () => {
    if (measures.trim().length < 5) return setShort(true)
    const { otherWorkId, ruleCode, detail } = conflict
    const done = await move(decision === 'accept' ? '接受冲突' : '标记误判', (press) =>
      call(
        simopsEndpoints.conflictAccept,
        { workId, ...press, otherWorkId, ruleCode, detail, decision, measures: measures.trim() },
        { quiet: true },
      ),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title="处理作业冲突"
      okText={decision === 'accept' ? '接受并记录措施' : '标记为误判'}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <p>
        <b>{conflict.detail}</b>
        <br />
        {conflict.otherWorkNo} {conflict.otherWorkName}
        <br />
        {conflict.overlapFrom} 至 {conflict.overlapTo}
      </p>
      <LabelledItem label="结论" required>
        <Radio.Group
          value={decision}
          onChange={(event) => setDecision(event.target.value === 'accept' ? 'accept' : 'misjudged')}
          options={[
            { value: 'accept', label: '附措施接受' },
            { value: 'misjudged', label: '误判，不构成冲突' },
          ]}
        />
      </LabelledItem>
      <LabelledItem
        label={decision === 'accept' ? '双方须落实的措施' : '误判理由'}
        required
        {...(isShort ? { validateStatus: 'error' as const, help: '请至少填写 5 个字' } : {})}
      >
        <Input.TextArea
          autoFocus
          value={measures}
          maxLength={300}
          showCount
          autoSize={{ minRows: 3 }}
          placeholder={
            decision === 'accept'
              ? '例如：错开作业面，设专人协调，动火点下方铺设接火盆'
              : '例如：两处作业面有防火墙隔开'
          }
          onChange={(event) => {
            setMeasures(event.target.value)
            setShort(false)
          }}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
