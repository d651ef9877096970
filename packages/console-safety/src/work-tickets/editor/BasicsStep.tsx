import { department } from '@suoan/contract'
import { baseTypeCodes, emergencyType } from '@suoan/domain/work-ticket'
import { DatePicker, Input, Row, Segmented } from 'antd'
import dayjs from 'dayjs'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'
import { ofKind } from './draft-model.ts'
import { Field } from './Field.tsx'
import type { StepProps } from './use-draft.ts'

const wire = 'YYYY-MM-DD HH:mm:ss'
const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

/** 1 基本信息: what, of which kind, when, by whom. */
export function BasicsStep({ draft, patch, problems }: StepProps) {
  return (
    <Row gutter={24}>
      <Field label="作业名称" required span="full" problem={problems.workName}>
        <Input
          value={draft.workName}
          maxLength={200}
          placeholder="例如：P-101 离心泵更换机械密封"
          onChange={(event) => patch({ workName: event.target.value })}
        />
      </Field>
      <Field label="作业类型" required problem={problems.workType}>
        <DictSelect
          code="lo_work_type"
          {...valued(draft.workType)}
          onChange={(value) => {
            patch(ofKind(draft, { ...draft, workType: one(value) }))
          }}
        />
      </Field>
      {draft.workType === emergencyType && (
        <Field
          label="基础作业类型"
          required
          help="抢修中实际进行的作业，可多选，按其中最严的要求执行；提交时检查"
        >
          <DictSelect
            code="lo_work_type"
            only={baseTypeCodes}
            multiple
            placeholder="例如：动火、受限空间"
            value={[...draft.baseTypes]}
            onChange={(value) => {
              const baseTypes = Array.isArray(value) ? value : [value]
              patch(ofKind(draft, { ...draft, baseTypes }))
            }}
          />
        </Field>
      )}
      <Field label="作业级别" required problem={problems.workLevel}>
        <DictSelect
          code="lo_work_level"
          {...valued(draft.workLevel)}
          onChange={(value) => patch({ workLevel: one(value) })}
        />
      </Field>
      <Field label="计划开始" required problem={problems.planStart}>
        <Time value={draft.planStart} onChange={(planStart) => patch({ planStart })} />
      </Field>
      <Field label="计划结束" required problem={problems.planEnd}>
        <Time value={draft.planEnd} onChange={(planEnd) => patch({ planEnd })} />
      </Field>
      <Field label="作业单位">
        <TreePicker
          field={{ kind: 'ref', label: '作业单位' }}
          target={department}
          {...valued(draft.workDepartId)}
          onChange={(value) => patch({ workDepartId: one(value) || null })}
        />
      </Field>
      <Field label="紧急程度">
        <Segmented<'L' | 'M' | 'H'>
          value={draft.urgency}
          options={[
            { value: 'L', label: '一般' },
            { value: 'M', label: '重要' },
            { value: 'H', label: '紧急' },
          ]}
          onChange={(urgency) => patch({ urgency })}
        />
      </Field>
      <Field
        label="作业内容"
        required
        span="full"
        problem={problems.content}
        help="写清做什么、怎么做、用什么工具；提交时检查"
      >
        <Input.TextArea
          value={draft.content}
          maxLength={1000}
          showCount
          autoSize={{ minRows: 4, maxRows: 12 }}
          placeholder="请输入作业内容"
          onChange={(event) => patch({ content: event.target.value })}
        />
      </Field>
      <Field label="来源单号" help="检修工单的编号，没有工单可不填">
        <Input
          value={draft.sourceNo}
          maxLength={50}
          placeholder="例如：MO-2026-00123"
          onChange={(event) => patch({ sourceNo: event.target.value })}
        />
      </Field>
      <Field label="应急联系人" span="full" help="姓名和电话，提交时检查">
        <Input
          value={draft.emergencyContact}
          maxLength={100}
          placeholder="例如：吴监 13800000000"
          onChange={(event) => patch({ emergencyContact: event.target.value })}
        />
      </Field>
    </Row>
  )
}

/** A select without a value shows its placeholder only when the value is absent. */
export const valued = (value: string | null) => (value ? { value } : {})

function Time({ id, value, onChange }: { id?: string; value: string; onChange(value: string): void }) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      className="full"
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value ? dayjs(value, wire) : null}
      onChange={(time) => onChange(time && !Array.isArray(time) ? time.second(0).format(wire) : '')}
    />
  )
}
