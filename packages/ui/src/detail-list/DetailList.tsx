import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { columnsAt, type DetailColumns } from './columns-at.ts'
import './detail-list.css'

export interface DetailItem {
  readonly key: string
  readonly label: ReactNode
  readonly children: ReactNode
  /** Takes the rest of its row. */
  readonly wide?: boolean
}

export interface DetailListProps {
  readonly items: readonly DetailItem[]
  /** Pairs beside each other in a wide window; narrower ones have fewer. */
  readonly columns?: DetailColumns
  readonly title?: ReactNode
  readonly className?: string
}

/** Terms and their values in one to four columns (5-screens.md §13.14). */
export function DetailList({ items, columns = 2, title, className = '' }: DetailListProps) {
  return (
    <Descriptions
      bordered
      size="small"
      className={`detail-list ${className}`}
      column={columnsAt(columns)}
      {...(title === undefined ? {} : { title })}
      items={items.map(({ wide = false, ...item }) => ({
        ...item,
        ...(wide ? { span: 'filled' as const } : {}),
      }))}
    />
  )
}
