import { workExecutionEndpoints as execution } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { handoverTags } from '@suoan/domain/work-ticket'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Radio, Select } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { HandToDialog } from '../move/HandToDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { UserPick } from '../move/UserPick.tsx'
import { useMove } from '../use-move.ts'

type Shift = 'D' | 'E' | 'N'
const shifts = (['D', 'E', 'N'] as const).map((value) => ({ value, label: labelOf('lo_shift', value) }))
const note = { label: '交接说明', max: 500, placeholder: '剩余工作、风险、注意事项' }

/** T34 交接班: the outgoing names who takes over. */
export function HandoverDialog({ detail, onClose }: TicketDialogProps) {
  const mine = handoverTags.filter((tag) => detail.myRoles.includes(tag))
  const [roleTag, setRoleTag] = useState(mine.at(0))
  const [shiftTo, setShiftTo] = useState<Shift | null>(null)
  const { move, isRunning } = useMove(detail.ticket.id)
  const ask = async (toUserId: string, remark: string) => {
    if (!roleTag) return false
    const input = { workId: detail.ticket.id, roleTag, toUserId, shiftTo, remark }
    return move('申请交接', (press) => call(execution.handoverAsk, { ...input, ...press }, { quiet: true }))
  }
  return (
    <HandToDialog
      title="交接班"
      okText="请接班人接收"
      say="接班人接收并共同完成现场检查前，仍由您负责。"
      who="接班人"
      note={note}
      problem={roleTag ? '' : '您在本票没有可以交接的角色'}
      isRunning={isRunning}
      onSend={ask}
      onClose={onClose}
      picker={(value, onChange) => <UserPick who="接班人" value={value} onChange={onChange} />}
    >
      {mine.length > 1 && (
        <LabelledItem label="交接角色" required>
          <Radio.Group
            size="large"
            optionType="button"
            buttonStyle="solid"
            value={roleTag}
            options={mine.map((tag) => ({ value: tag, label: labelOf('lo_role_tag', tag) }))}
            onChange={(event) => setRoleTag(mine.find((tag) => tag === event.target.value))}
          />
        </LabelledItem>
      )}
      <LabelledItem label="接班班次">
        <Select<Shift | null>
          size="large"
          allowClear
          className="full"
          placeholder="请选择"
          value={shiftTo}
          options={shifts}
          onChange={(value) => setShiftTo(value ?? null)}
        />
      </LabelledItem>
    </HandToDialog>
  )
}
