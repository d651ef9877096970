import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { Button, Form, Space } from 'antd'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { fieldOf } from '../list-row.ts'
import type { ListState } from '../list-state.ts'
import { widgetFor } from '../widgets/registry.tsx'

const RangeInput = lazyPart('RangeInput', () => import('../widgets/RangeInput.tsx').then((m) => m.RangeInput))

interface Props {
  readonly resource: Resource
  readonly names: readonly string[]
  readonly filters: ListState['filters']
  readonly loading: boolean
  onSearch(filters: Record<string, string>): void
  onReset(): void
}

/** How many query items stand open before 展开. */
const openItems = 2

/** The query form of a list; Enter searches (5-screens.md §4). */
export function QueryForm({ resource, names, filters, loading, onSearch, onReset }: Props) {
  // The ids of the inputs begin with it: a dialog may ask for the same fields at the same time.
  const formName = useId()
  const [form] = Form.useForm<Record<string, unknown>>()
  const foldedInUse = names
    .slice(openItems)
    .some((name) => filters[name] || filters[`${name}_begin`] || filters[`${name}_end`])
  const [open, setOpen] = useState(foldedInUse)
  const filterText = JSON.stringify(filters)
  // A page that is shown again runs its effects again: what was typed meanwhile must stay.
  const taken = useRef(filterText)
  useEffect(() => {
    if (taken.current === filterText) return
    taken.current = filterText
    form.resetFields()
    form.setFieldsValue(JSON.parse(filterText))
  }, [form, filterText])
  if (names.length === 0) return null

  const submit = (values: Record<string, unknown>) => {
    const typed = Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    )
    onSearch(Object.fromEntries(typed.map(([name, value]) => [name, String(value)])))
  }
  return (
    <Form form={form} name={formName} className="query" initialValues={filters} onFinish={submit}>
      <div className="query-grid">
        {names.map((name, index) => {
          const field = fieldOf(resource, name)
          if (!field) return null
          const widget = widgetFor(field)
          const hidden = index >= openItems && !open
          const style = hidden ? { display: 'none' } : {}
          return (
            <div key={name} className={widget.searchIsRange ? 'query-range' : ''} style={style}>
              {widget.searchIsRange ? (
                <Form.Item label={field.label}>
                  <Suspense fallback={null}>
                    <RangeInput name={name} withTime={field.kind === 'dateTime'} />
                  </Suspense>
                </Form.Item>
              ) : (
                <Form.Item name={name} label={field.label}>
                  {widget.search(field)}
                </Form.Item>
              )}
            </div>
          )
        })}
        <div className="query-buttons">
          <Space>
            <Button type="primary" htmlType="submit" icon={<SearchOutlined />} loading={loading}>
              查询
            </Button>
            <Button
              type="primary"
              icon={<ReloadOutlined />}
              onClick={() => {
                form.setFieldsValue(
                  Object.fromEntries(Object.keys(form.getFieldsValue(true)).map((key) => [key, undefined])),
                )
                onReset()
              }}
            >
              重置
            </Button>
            {names.length > openItems && (
              <Button
                type="link"
                className="link"
                onClick={() => setOpen(!open)}
                icon={open ? <UpOutlined /> : <DownOutlined />}
                iconPlacement="end"
              >
                {open ? '收起' : '展开'}
              </Button>
            )}
          </Space>
        </div>
      </div>
    </Form>
  )
}
