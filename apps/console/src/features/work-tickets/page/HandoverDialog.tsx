import type { TicketDetail } from '@suoan/contract'
import { workExecutionEndpoints as execution } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { handoverTags } from '@suoan/domain/work-ticket'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../../request/call.ts'
import { RefPicker } from '../../../resource/widgets/RefPicker.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'

type Tag = 'LEAD' | 'GUARD' | 'PERMIT' | 'WORK' | 'CONTR'
const shifts = ['D', 'E', 'N'].map((value) => ({ value, label: labelOf('lo_shift', value) }))

/** T34 交接班: the outgoing names who takes over. */
export function HandoverDialog({ detail, onClose }: { detail: TicketDetail; onClose(): void }) {
  const mine = handoverTags.filter((tag) => detail.myRoles.includes(tag))
  const [roleTag, setRoleTag] = useState<string>(mine[0] ?? '')
  const [toUserId, setToUserId] = useState<string | null>(null)
  const [shiftTo, setShiftTo] = useState<'D' | 'E' | 'N' | null>(null)
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const submit = async () => {
    if (!toUserId) return setProblem('请选择接班人')
    // One of the caller's own tags, which are those of the list above.
    const input = { workId: detail.ticket.id, roleTag: roleTag as Tag, toUserId, shiftTo, remark }
    const done = await move('申请交接', (clientOpId) =>
      call(execution.handoverAsk, { ...input, clientOpId }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title="交接班"
      okText="请接班人接收"
      say="接班人接收并共同完成现场检查前，仍由您负责。"
      problem={problem}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      {mine.length > 1 && (
        <LabelledItem label="交接角色" required>
          <Radio.Group
            size="large"
            optionType="button"
            buttonStyle="solid"
            value={roleTag}
            options={mine.map((tag) => ({ value: tag, label: labelOf('lo_role_tag', tag) }))}
            onChange={(event) => setRoleTag(String(event.target.value))}
          />
        </LabelledItem>
      )}
      <LabelledItem label="接班人" required>
        <RefPicker
          field={{ kind: 'ref', label: '接班人', resource: 'user' }}
          {...(toUserId ? { value: toUserId } : {})}
          onChange={(value) => {
            setToUserId(Array.isArray(value) ? null : value || null)
            setProblem('')
          }}
        />
      </LabelledItem>
      <LabelledItem label="接班班次">
        <Select
          size="large"
          allowClear
          className="full"
          placeholder="请选择"
          value={shiftTo}
          options={shifts}
          onChange={(value: 'D' | 'E' | 'N' | null) => setShiftTo(value ?? null)}
        />
      </LabelledItem>
      <LabelledItem label="交接说明">
        <Input.TextArea
          value={remark}
          maxLength={500}
          showCount
          autoSize={{ minRows: 2 }}
          placeholder="剩余工作、风险、注意事项"
          onChange={(event) => setRemark(event.target.value)}
        />
      </LabelledItem>
    </MoveDialog>
  )
}
