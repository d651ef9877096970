import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { measureTemplate, type TemplateMeasure } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { Button, Input, Select, Switch } from 'antd'
import './policy.css'

interface Props {
  readonly id?: string
  /** The stored template as text. */
  readonly value?: string
  readonly disabled?: boolean
  onChange?(value: string | undefined): void
}

type Line = Omit<TemplateMeasure, 'content'> & { readonly content: string }
/** `lo_control_rank` */
const ranks = [1, 2, 3, 4, 5].map((value) => ({ value, label: labelOf('lo_control_rank', value) }))

/** 安全措施模板: the measures a ticket of this kind begins with, and those it cannot do without. */
export function MeasureTemplateInput({ id, value = '', disabled = false, onChange }: Props) {
  const lines = readTemplate(value)
  const set = (next: readonly Line[]) => onChange?.(next.length === 0 ? undefined : JSON.stringify(next))
  const change = (index: number, part: Partial<Line>) =>
    set(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  return (
    <div className="rule-form" {...(id ? { id } : {})}>
      {lines.map((line, index) => (
        // Lines have no identity of their own beside their place.
        <div key={index} className="template-row">
          <Input.TextArea
            autoSize
            maxLength={300}
            disabled={disabled}
            value={line.content}
            aria-label={`模板措施 ${index + 1}`}
            onChange={(event) => change(index, { content: event.target.value })}
          />
          <Select
            allowClear
            placeholder="控制层级"
            disabled={disabled}
            aria-label={`模板措施 ${index + 1} 控制层级`}
            options={ranks}
            {...(line.controlRank === null ? {} : { value: line.controlRank })}
            onChange={(rank: number | undefined) => change(index, { controlRank: rank ?? null })}
          />
          <Switch
            disabled={disabled}
            checked={line.must === 1}
            checkedChildren="必须"
            unCheckedChildren="可选"
            aria-label={`模板措施 ${index + 1} 必须`}
            onChange={(on) => change(index, { must: on ? 1 : 0 })}
          />
          <Button
            type="text"
            danger
            disabled={disabled}
            icon={<DeleteOutlined />}
            aria-label={`删除模板措施 ${index + 1}`}
            onClick={() => set(lines.toSpliced(index, 1))}
          />
        </div>
      ))}
      {!disabled && (
        <Button
          block
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => set([...lines, { content: '', must: 0, controlRank: null }])}
        >
          添加模板措施
        </Button>
      )}
    </div>
  )
}

/** The stored text as lines to edit; one that is still empty stays. */
export function readTemplate(text: string): readonly Line[] {
  if (text.trim() === '') return []
  try {
    const stored: unknown = JSON.parse(text)
    if (!Array.isArray(stored)) return []
    return stored.flatMap((line: unknown): Line[] => {
      const read = measureTemplate.safeParse([line]).data?.[0]
      if (read) return [read]
      const written = typeof line === 'object' && line !== null ? line : {}
      const rest = measureTemplate.safeParse([{ ...written, content: '…' }]).data?.[0]
      return [{ must: 0, controlRank: null, ...rest, content: '' }]
    })
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
