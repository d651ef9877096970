import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { Field, Resource } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Button, Empty, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { feedback } from '../../feedback.ts'
import { fieldOf } from '../list-row.ts'
import type { ListState, QueryRule } from '../list-state.ts'
import { DictSelect } from '../widgets/DictSelect.tsx'

interface Props {
  readonly resource: Resource
  readonly rules: ListState['rules']
  readonly match: ListState['match']
  onApply(rules: ListState['rules'], match: ListState['match']): void
  onClose(): void
}

/** The rules of 2-data-entry.md §5, with their names on the wire. */
const ruleNames = [
  { value: 'eq', label: '等于' },
  { value: 'like', label: '包含' },
  { value: 'right_like', label: '以..开始' },
  { value: 'left_like', label: '以..结尾' },
  { value: 'in', label: '在...中' },
  { value: 'ne', label: '不等于' },
  { value: 'gt', label: '大于' },
  { value: 'ge', label: '大于等于' },
  { value: 'lt', label: '小于' },
  { value: 'le', label: '小于等于' },
]
const newRule: QueryRule = { field: '', rule: 'eq', val: '' }

/** 高级查询构造器: lines of field, rule and value, joined by and or or (5-screens.md §13.5). */
export function AdvancedQuery({ resource, rules, match, onApply, onClose }: Props) {
  const [lines, setLines] = useState<readonly QueryRule[]>(rules.length > 0 ? rules : [newRule])
  const [joined, setJoined] = useState(match)
  const change = (at: number, part: Partial<QueryRule>) =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  const names = Object.keys(resource.fields).filter((name) => {
    const field = resource.fields[name]
    return field && !field.hidden && field.kind !== 'secret'
  })
  const fields = [...names, 'createTime', 'createBy'].map((name) => ({
    value: name,
    label: fieldOf(resource, name)?.label ?? name,
  }))

  const apply = () => {
    const full = lines.filter((line) => line.field && line.rule && line.val.trim())
    if (full.length === 0) return void feedback().message.warning('不能查询空条件')
    onApply(full, joined)
    onClose()
  }

  return (
    <AppModal
      open
      fullscreen
      title="高级查询构造器"
      width={860}
      onCancel={onClose}
      footer={[
        <Button
          key="reset"
          className="float-left"
          onClick={() => {
            setLines([newRule])
            onApply([], 'and')
          }}
        >
          重置
        </Button>,
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        <Button key="apply" type="primary" onClick={apply}>
          查询
        </Button>,
      ]}
    >
      <div className="advanced-match">
        <span>过滤条件匹配：</span>
        <Select
          className="grow"
          aria-label="过滤条件匹配"
          value={joined}
          onChange={setJoined}
          options={[
            { value: 'and', label: 'AND（所有条件都要求匹配）' },
            { value: 'or', label: 'OR（条件中的任意一个匹配）' },
          ]}
        />
      </div>
      {lines.length === 0 && (
        <Empty description="没有任何查询条件">
          <Button type="link" onClick={() => setLines([newRule])}>
            点击新增
          </Button>
        </Empty>
      )}
      {lines.map((line, index) => (
        // Lines have no identity of their own; they are only added at the end and removed.
        <div key={index} className="advanced-line">
          <Select
            placeholder="选择查询字段"
            aria-label={`第 ${index + 1} 个条件的字段`}
            showSearch={{ optionFilterProp: 'label' }}
            value={line.field || null}
            options={fields}
            onChange={(field) => change(index, { field, val: '' })}
          />
          <Select
            aria-label={`第 ${index + 1} 个条件的匹配方式`}
            value={line.rule}
            options={ruleNames}
            onChange={(rule) => change(index, { rule })}
          />
          <RuleValue
            label={`第 ${index + 1} 个条件的值`}
            field={fieldOf(resource, line.field)}
            many={line.rule === 'in'}
            value={line.val}
            onChange={(val) => change(index, { val })}
          />
          <Space.Compact>
            <Button
              icon={<PlusOutlined />}
              aria-label="添加条件"
              onClick={() => setLines(lines.toSpliced(index + 1, 0, newRule))}
            />
            <Button
              icon={<MinusOutlined />}
              aria-label="删除条件"
              onClick={() => setLines(lines.toSpliced(index, 1))}
            />
          </Space.Compact>
        </div>
      ))}
    </AppModal>
  )
}

interface RuleValueProps {
  readonly label: string
  readonly field: Field | undefined
  readonly many: boolean
  readonly value: string
  onChange(value: string): void
}

function RuleValue({ label, field, many, value, onChange }: RuleValueProps) {
  if (field?.dict) {
    return many ? (
      <DictSelect
        aria-label={label}
        code={field.dict}
        multiple
        value={value.split(',').filter(Boolean)}
        onChange={(all) => onChange(textOf(all))}
      />
    ) : (
      <DictSelect
        aria-label={label}
        code={field.dict}
        {...(value ? { value } : {})}
        onChange={(one) => onChange(textOf(one))}
      />
    )
  }
  if (field?.kind === 'flag') {
    const options = [
      { value: '1', label: '是' },
      { value: '0', label: '否' },
    ]
    return (
      <Select
        aria-label={label}
        placeholder="请选择"
        value={value || null}
        options={options}
        onChange={(one) => onChange(one ?? '')}
      />
    )
  }
  const hint =
    field?.kind === 'dateTime'
      ? '如 2026-01-31 08:00:00'
      : field?.kind === 'date'
        ? '如 2026-01-31'
        : '请输入值'
  return (
    <Input
      aria-label={label}
      allowClear
      value={value}
      placeholder={hint}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A cleared select gives nothing. */
const textOf = (value: string | string[] | null | undefined) =>
  Array.isArray(value) ? value.join(',') : (value ?? '')
