import { DownOutlined, FilterOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { permissionOf, type Resource } from '@suoan/contract'
import { Button, Space } from 'antd'
import { cloneElement, isValidElement, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { useHiddenParts } from '../../session/Can.tsx'
import { useIsNarrow } from '../../use-width.ts'
import { fieldOf } from '../list-row.ts'
import type { ListState } from '../list-state.ts'
import { widgetFor } from '../widgets/registry.tsx'

const FilterSheet = lazyPart('FilterSheet', () => import('./FilterSheet.tsx').then((m) => m.FilterSheet))
const DateRange = lazyPart('DateRange', () => import('@suoan/ui/date-range').then((m) => m.DateRange))

interface Props {
  readonly resource: Resource
  readonly names: readonly string[]
  readonly filters: ListState['filters']
  readonly loading: boolean
  onSearch(filters: Record<string, string>): void
  onReset(): void
}

/** An answer usually comes sooner than a sign that it is awaited could be seen. */
const later = { delay: 300 }

/** How many query items stand open before 展开. */
const openItems = 2

/**
 * The query form of a list; Enter searches (5-screens.md §4). On a phone the first item stands in one row with its buttons,
 * and the others in a sheet. Its values are texts without rules, so it is a plain form:
 * the form library comes with the first dialog.
 */
export function QueryForm({ resource, names: described, filters, loading, onSearch, onReset }: Props) {
  // Nobody is asked for what he is not given (decision 0920): the server would turn the whole list away.
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const names = useMemo(() => described.filter((name) => !hidden.includes(name)), [described, hidden])
  // The ids of the inputs begin with it: a dialog may ask for the same fields at the same time.
  const formName = useId()
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(filters)
  const foldedInUse = names.slice(openItems).some((name) => isAskedFor(filters, name))
  const [open, setOpen] = useState(foldedInUse)
  const isNarrow = useIsNarrow()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const filterText = JSON.stringify(filters)
  // A page that is shown again runs its effects again: what was typed meanwhile must stay.
  const taken = useRef(filterText)
  useEffect(() => {
    if (taken.current === filterText) return
    taken.current = filterText
    setValues(JSON.parse(filterText))
  }, [filterText])
  // The inputs are drawn for what is typed, not for each page of the list.
  const inputs = useMemo(() => {
    const change = (some: Readonly<Record<string, unknown>>) => setValues((now) => ({ ...now, ...some }))
    return names.map((name, index) => {
      const field = fieldOf(resource, name)
      if (!field) return null
      const widget = widgetFor(field)
      const hidden = index >= openItems && !open && !isNarrow
      const style = hidden ? { display: 'none' } : {}
      const id = `${formName}_${name}`
      return (
        <div
          key={name}
          className={widget.searchIsRange ? 'query-item query-range' : 'query-item'}
          style={style}
        >
          <label htmlFor={id} title={field.label}>
            {field.label}
          </label>
          <div className="query-input">
            {widget.searchIsRange ? (
              <Suspense fallback={null}>
                <DateRange
                  id={id}
                  withTime={field.kind === 'dateTime'}
                  begin={textOf(values[`${name}_begin`])}
                  end={textOf(values[`${name}_end`])}
                  onChange={(begin, end) => change({ [`${name}_begin`]: begin, [`${name}_end`]: end })}
                />
              </Suspense>
            ) : (
              withValue(widget.search(field), id, values[name], (value) => change({ [name]: value }))
            )}
          </div>
        </div>
      )
    })
  }, [resource, names, values, open, isNarrow, formName])
  if (names.length === 0) return null

  const submit = () => {
    const typed = Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    )
    onSearch(Object.fromEntries(typed.map(([name, value]) => [name, String(value)])))
  }
  const reset = () => {
    setValues({})
    onReset()
  }
  const searchButton = (
    <Button htmlType="submit" icon={<SearchOutlined />} loading={loading && later}>
      查询
    </Button>
  )
  if (isNarrow) {
    const [first, ...others] = inputs
    const inUse = names.slice(1).filter((name) => isAskedFor(filters, name)).length
    return (
      <form
        className="query query-phone"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {first}
        {searchButton}
        {others.length > 0 && (
          <Button icon={<FilterOutlined />} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
            {inUse > 0 ? `筛选 ${inUse}` : '筛选'}
          </Button>
        )}
        <Suspense fallback={null}>
          {isSheetOpen && (
            <FilterSheet
              onSearch={() => {
                submit()
                setSheetOpen(false)
              }}
              onReset={() => {
                reset()
                setSheetOpen(false)
              }}
              onClose={() => setSheetOpen(false)}
            >
              {others}
            </FilterSheet>
          )}
        </Suspense>
      </form>
    )
  }
  return (
    <form
      className="query"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="query-grid">
        {inputs}
        <div className="query-buttons">
          <Space>
            {searchButton}
            <Button type="text" icon={<ReloadOutlined />} onClick={reset}>
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
    </form>
  )
}

/** Whether the list is asked about this field, by a value or by a range. */
const isAskedFor = (filters: ListState['filters'], name: string): boolean =>
  Boolean(filters[name] || filters[`${name}_begin`] || filters[`${name}_end`])

/** Gives an input its value, as the form library does: what it reports is an event of the page or the value itself. */
function withValue(
  input: ReactNode,
  id: string,
  value: unknown,
  onChange: (value: unknown) => void,
): ReactNode {
  if (!isValidElement<Record<string, unknown>>(input)) return null
  const changed = (reported: unknown) =>
    onChange(isChange(reported) ? reported.target.value : (reported ?? undefined))
  return cloneElement(input, { id, value, onChange: changed })
}

const isChange = (reported: unknown): reported is { target: { value: unknown } } =>
  typeof reported === 'object' && reported !== null && 'target' in reported

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
