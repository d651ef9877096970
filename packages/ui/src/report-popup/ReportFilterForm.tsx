import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, DatePicker, Input, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { LabelledItem } from '../labelled-item/index.ts'
import { filterNames } from './report.ts'
import type { ReportFilters, ReportQueryField } from './report.ts'

interface Props {
  readonly fields: readonly ReportQueryField[]
  onSearch(filters: ReportFilters): void
}

/** The query of a report: a row of fields, the others behind 展开 (5-screens.md §13.10). */
export function ReportFilterForm({ fields, onSearch }: Props) {
  const [typed, setTyped] = useState<ReportFilters>({})
  const [isOpen, setOpen] = useState(false)
  const hasMore = fields.some(({ hidden }) => hidden === '1')
  return (
    <form
      className="report-query"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed)
      }}
    >
      {fields
        .filter(({ hidden }) => isOpen || hidden !== '1')
        .map((field) => (
          <LabelledItem key={field.field} label={field.label} layout="vertical">
            <Space.Compact block>
              {filterNames(field).map((name, at) => (
                <FilterInput
                  key={name}
                  field={field}
                  label={at === 0 ? field.label : `${field.label}（止）`}
                  placeholder={field.mode === 'group' ? (at === 0 ? '从' : '到') : `请输入${field.label}`}
                  value={typed[name] ?? ''}
                  onChange={(value) => setTyped({ ...typed, [name]: value })}
                />
              ))}
            </Space.Compact>
          </LabelledItem>
        ))}
      <Space className="report-query-buttons" wrap>
        <Button htmlType="submit" icon={<SearchOutlined />}>
          查询
        </Button>
        <Button
          icon={<ReloadOutlined />}
          onClick={() => {
            setTyped({})
            onSearch({})
          }}
        >
          重置
        </Button>
        {hasMore && (
          <Button
            type="link"
            aria-expanded={isOpen}
            icon={isOpen ? <UpOutlined /> : <DownOutlined />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : '展开'}
          </Button>
        )}
      </Space>
    </form>
  )
}

interface InputProps {
  readonly field: ReportQueryField
  readonly label: string
  /** Stands in a box to type in. */
  readonly placeholder: string
  readonly value: string
  onChange(value: string): void
}

const formats: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD HH:mm:ss' }

function FilterInput({ field: { view, options }, label, placeholder, value, onChange }: InputProps) {
  const format = formats[view]
  if (format)
    return (
      <DatePicker
        aria-label={label}
        className="report-query-date"
        showTime={view === 'datetime'}
        value={value === '' ? null : dayjs(value)}
        onChange={(day) => onChange(day?.format(format) ?? '')}
      />
    )
  if (options && options.length > 0)
    return (
      <Select<string>
        aria-label={label}
        allowClear
        placeholder="请选择"
        showSearch={{ optionFilterProp: 'label' }}
        value={value === '' ? null : value}
        options={options.map((option) => ({ value: option.value, label: option.text }))}
        onChange={(next?: string) => onChange(next ?? '')}
      />
    )
  return (
    <Input
      aria-label={label}
      allowClear
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
