import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { newUlid } from '@suoan/kit/id'
import { Button, Input, Row, Switch } from 'antd'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import type { MeasureLine } from './draft-model.ts'
import { Field } from './Field.tsx'
import type { StepProps } from './use-draft.ts'

/** 4 危害与措施: what can hurt people and what is done about it. */
export function MeasuresStep({ draft, patch }: StepProps) {
  const set = (measures: readonly MeasureLine[]) => patch({ measures })
  const change = (key: string, part: Partial<MeasureLine>) =>
    set(draft.measures.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <>
      <Row>
        <Field label="危害辨识" required span="full">
          <DictSelect
            code="lo_hazard"
            multiple
            placeholder="请选择本次作业的危害"
            value={[...draft.hazards]}
            onChange={(value) => patch({ hazards: Array.isArray(value) ? value : [value] })}
          />
        </Field>
      </Row>
      <h3>安全措施</h3>
      {draft.measures.length === 0 && (
        <p className="hint">每项危害至少写一条措施，从上到下按“消除、替代、工程、管理、个体防护”优先。</p>
      )}
      <ol className="line-list">
        {draft.measures.map((row, index) => (
          <li key={row.key} className="measure-line">
            <Input.TextArea
              autoSize
              value={row.content}
              maxLength={300}
              placeholder="请输入安全措施"
              aria-label={`措施 ${index + 1}`}
              onChange={(event) => change(row.key, { content: event.target.value })}
            />
            <DictSelect
              code="lo_control_rank"
              aria-label={`措施 ${index + 1} 控制层级`}
              placeholder="控制层级"
              {...(row.controlRank === null ? {} : { value: String(row.controlRank) })}
              onChange={(value) => change(row.key, { controlRank: value ? Number(value) : null })}
            />
            <Switch
              checked={row.involve === 1}
              checkedChildren="涉及"
              unCheckedChildren="不涉及"
              aria-label={`措施 ${index + 1} 是否涉及`}
              onChange={(on) => change(row.key, { involve: on ? 1 : 0 })}
            />
            <Switch
              checked={row.dualControl === 1}
              checkedChildren="双人开锁"
              unCheckedChildren="单人开锁"
              aria-label={`措施 ${index + 1} 双人开锁`}
              onChange={(on) => change(row.key, { dualControl: on ? 1 : 0 })}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={`删除措施 ${index + 1}`}
              onClick={() => set(draft.measures.filter((each) => each.key !== row.key))}
            />
          </li>
        ))}
      </ol>
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() =>
          set([
            ...draft.measures,
            { key: newUlid(), content: '', controlRank: null, involve: 1, dualControl: 0 },
          ])
        }
      >
        添加措施
      </Button>
    </>
  )
}
