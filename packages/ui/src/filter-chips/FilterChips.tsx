import { WarningOutlined } from '@ant-design/icons'
import { Alert, Button, Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import './filter-chips.css'

/** A condition in words. */
export interface FilterChip {
  /** Unlike all others. */
  readonly key: string
  readonly label: string
  /** Stands between label and text; a colon where it is empty. */
  readonly rule: string
  readonly text: ReactNode
  /** Why it is not applied; null where it is. */
  readonly problem: string | null
}

interface Props {
  readonly chips: readonly FilterChip[]
  /** How the conditions hold together, where it is not "all of them". */
  readonly note?: string | null
  /** Columns of an opened view that the list does not have. */
  readonly missing?: readonly string[]
  onRemove(key: string): void
  /** All of them. */
  onClear(): void
  /** The missing columns are taken out of what is open. */
  onForget?(): void
}

/** What a list is asked by, each condition as a chip that takes it away; what could not be applied says so. */
export function FilterChips({ chips, note, missing = [], onRemove, onClear, onForget }: Props) {
  const failed = chips.filter(({ problem }) => problem !== null)
  const said = [
    ...failed.map(({ label, problem }) => `条件“${label}”${problem ?? ''}，未使用`),
    ...(missing.length > 0
      ? [`列 ${missing.map((key) => `“${key}”`).join('、')}：已不存在，或您无权查看`]
      : []),
  ]
  return (
    <>
      {said.length > 0 && (
        <Alert
          className="filter-problems"
          type="warning"
          showIcon
          title={`有 ${said.length} 项没有应用，列表按其余条件显示`}
          description={said.join('；')}
          {...(missing.length > 0 && onForget
            ? {
                action: (
                  <Button size="small" onClick={onForget}>
                    去掉这些列
                  </Button>
                ),
              }
            : {})}
        />
      )}
      {chips.length > 0 && (
        <ul className="filter-chips" aria-label="生效的条件">
          {chips.map(({ key, label, rule, text, problem }) => (
            <li key={key}>
              <Tooltip title={problem}>
                <Tag
                  color={problem === null ? 'blue' : 'warning'}
                  {...(problem === null ? {} : { icon: <WarningOutlined /> })}
                >
                  <span className={problem === null ? '' : 'filter-chip-off'}>
                    {label}
                    {rule === '' ? '：' : ` ${rule} `}
                    {text}
                  </span>
                  {problem !== null && '（未应用）'}
                  <button type="button" aria-label={`移除条件 ${label}`} onClick={() => onRemove(key)}>
                    ×
                  </button>
                </Tag>
              </Tooltip>
            </li>
          ))}
          {note && <li className="filter-note">{note}</li>}
          <li>
            <Button type="link" size="small" onClick={onClear}>
              清空
            </Button>
          </li>
        </ul>
      )}
    </>
  )
}
