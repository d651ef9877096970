import { Button, Cascader, Select, Spin } from 'antd'
import { useId, useMemo, useState } from 'react'
import { areaLevels, areaPath, areaRoot, areasBelow, isKnownArea, type AreaMap } from '@suoan/kit/region'
import { useAreas } from './use-areas.ts'
import './area-linkage.css'

export interface AreaLinkageProps {
  /**
   * `cascader` is one input with a panel of three columns, `select` three selects side by side. Stored designs of forms
   * name it, so it may be anything; what is neither says so.
   */
  readonly type?: string
  /** Six-digit code of the last level; empty while it is not chosen. */
  readonly value?: string | null
  /** A choice that is not whole, or was taken back, gives the empty text. */
  onChange?(code: string): void
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly id?: string
  readonly 'aria-label'?: string
}

/**
 * 省/市/区 as one code, chosen level by level or searched by name (5-screens.md §13.11). A code that is not in use any more
 * is shown and kept until another is chosen.
 */
export function AreaLinkage({ type = 'cascader', ...props }: AreaLinkageProps) {
  const { areas, hasFailed, retry } = useAreas()
  const noteId = useId()
  if (type !== 'cascader' && type !== 'select') return <span role="alert">Bad type value</span>
  const code = props.value ?? ''
  const isGone = areas !== null && code !== '' && !isKnownArea(areas, code)
  const Shape = type === 'cascader' ? OneInput : ThreeSelects
  return (
    <>
      <Shape {...props} code={code} areas={areas} {...(isGone ? { noteId } : {})} />
      {hasFailed && (
        <div className="area-linkage-note" role="alert">
          省市区数据加载失败
          <Button size="small" type="link" onClick={retry}>
            重试
          </Button>
        </div>
      )}
      {isGone && (
        <div id={noteId} className="area-linkage-note" role="alert">
          编码 {code} 已不在现行行政区划中，请重新选择
        </div>
      )}
    </>
  )
}

interface ShapeProps extends Omit<AreaLinkageProps, 'type' | 'value'> {
  readonly code: string
  /** null while they are on their way. */
  readonly areas: AreaMap | null
  /** What says that the code is not in use. */
  readonly noteId?: string
}

interface Choice {
  readonly value: string
  readonly label: string
  readonly children?: Choice[]
}

function OneInput({
  code,
  areas,
  noteId,
  onChange,
  placeholder = '请选择省/市/区',
  disabled,
  ...input
}: ShapeProps) {
  const choices = useMemo(() => (areas ? choicesBelow(areas, areaRoot, 1) : []), [areas])
  const path = areas ? areaPath(areas, code).map((area) => area.code) : []
  const isWhole = path.at(-1) === code
  return (
    <Cascader<Choice>
      {...input}
      className="area-linkage"
      disabled={disabled === true}
      placeholder={areas || code ? placeholder : '加载中…'}
      loading={!areas}
      notFoundContent={areas ? '没有查询到任何数据' : <Spin size="small" />}
      options={choices}
      value={code === '' ? [] : isWhole ? path : [...path, code]}
      onChange={(next) => onChange?.(next?.at(-1) ?? '')}
      displayRender={(names) => names.join('/')}
      showSearch={{
        limit: 50,
        filter: (typed, steps) =>
          steps
            .map(({ label }) => label)
            .join('')
            .includes(typed.replaceAll(/[\s/]/gu, '')),
      }}
      {...(noteId === undefined ? {} : { status: 'error' as const, 'aria-describedby': noteId })}
    />
  )
}

const choicesBelow = (areas: AreaMap, above: string, level: number): Choice[] =>
  areasBelow(areas, above).map(({ code, name }) => ({
    value: code,
    label: name,
    ...(level < areaLevels ? { children: choicesBelow(areas, code, level + 1) } : {}),
  }))

const levels = ['省', '市', '区'] as const

function ThreeSelects({ code, areas, noteId, onChange, disabled, id, 'aria-label': label }: ShapeProps) {
  // What is chosen of the upper levels while the last one is not: the form holds nothing then.
  const [begun, setBegun] = useState<readonly string[]>([])
  const chosen = code === '' || !areas ? begun : areaPath(areas, code).map((area) => area.code)
  const choose = (level: number, next: string | undefined) => {
    const path = [...chosen.slice(0, level), ...(next === undefined ? [] : [next])]
    setBegun(path)
    const isWhole = path.length === areaLevels
    const given = isWhole ? (path.at(-1) ?? '') : ''
    if (given !== code) onChange?.(given)
  }
  return (
    <div className="area-linkage-selects" role="group" aria-label={label ?? '省市区'}>
      {levels.map((word, level) => {
        const above = level === 0 ? areaRoot : chosen[level - 1]
        return (
          <Select<string>
            key={word}
            {...(level === 0 && id !== undefined ? { id } : {})}
            aria-label={word}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={word}
            loading={!areas}
            disabled={disabled === true || !areas || above === undefined}
            options={
              areas && above !== undefined
                ? areasBelow(areas, above).map((area) => ({ value: area.code, label: area.name }))
                : []
            }
            value={chosen[level] ?? null}
            onChange={(next: string | undefined) => choose(level, next)}
            notFoundContent="没有查询到任何数据"
            {...(noteId === undefined ? {} : { status: 'error' as const, 'aria-describedby': noteId })}
          />
        )
      })}
    </div>
  )
}
