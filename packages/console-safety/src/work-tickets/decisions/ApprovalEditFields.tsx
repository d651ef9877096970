import type { TicketDetail } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import type { ApprovalEdit } from './edit-consequence.ts'

interface Props {
  readonly ticket: TicketDetail['ticket']
  readonly edit: ApprovalEdit
  onChange(edit: ApprovalEdit): void
}

const wire = 'YYYY-MM-DD HH:mm:ss'

/** The fields an approver may change; those the policy does not list are not offered. */
export function ApprovalEditFields({ ticket, edit, onChange }: Props) {
  const may = (name: string) => ticket.editableFields.includes(name)
  return (
    <div className="gap-top">
      {may('planEnd') && (
        <LabelledItem label="计划结束">
          <DatePicker
            className="full"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            value={dayjs(edit.planEnd ?? ticket.planEnd, wire)}
            onChange={(time) => {
              if (time && !Array.isArray(time)) onChange({ ...edit, planEnd: time.second(0).format(wire) })
            }}
          />
        </LabelledItem>
      )}
      {may('workLevel') && (
        <LabelledItem label="作业级别">
          <DictSelect
            code="lo_work_level"
            value={edit.workLevel ?? ticket.workLevel}
            onChange={(value) => !Array.isArray(value) && value && onChange({ ...edit, workLevel: value })}
          />
        </LabelledItem>
      )}
      {may('content') && (
        <LabelledItem label="作业内容">
          <Input.TextArea
            maxLength={1000}
            showCount
            autoSize={{ minRows: 3 }}
            value={edit.content ?? ticket.content}
            onChange={(event) => onChange({ ...edit, content: event.target.value })}
          />
        </LabelledItem>
      )}
    </div>
  )
}
