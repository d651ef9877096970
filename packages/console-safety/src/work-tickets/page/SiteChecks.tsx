import type { SiteChecks } from '@suoan/contract'
import { Checkbox, Form, Space } from 'antd'

const questions = [
  { item: 'people', label: '作业区域已走遍，人员已全部清点' },
  { item: 'tools', label: '工具和散件已全部取回' },
  { item: 'guards', label: '防护装置已恢复' },
] as const

/** Nothing answered yet. */
export const unchecked: SiteChecks = { people: false, tools: false, guards: false }

interface Props {
  readonly value: SiteChecks
  onChange(value: SiteChecks): void
  readonly required: boolean
  readonly hint?: string
}

/** The site check (G20): three questions, each answered for itself. */
export function SiteChecksInput({ value, onChange, required, hint }: Props) {
  return (
    <Form.Item label="现场检查（逐项确认）" required={required}>
      <Space orientation="vertical" role="group" aria-label="现场检查">
        {questions.map(({ item, label }) => (
          <Checkbox
            key={item}
            className="big-check"
            checked={value[item]}
            onChange={(event) => onChange({ ...value, [item]: event.target.checked })}
          >
            {label}
          </Checkbox>
        ))}
      </Space>
      {hint && <p className="hint">{hint}</p>}
    </Form.Item>
  )
}
