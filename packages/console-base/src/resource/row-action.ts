import type { ReactNode } from 'react'
import type { ListRow } from './list-row.ts'
import type { ResourceList } from './use-resource-list.ts'

/** Something that can be done with a row, beside 编辑, 详情 and 删除. */
export interface RowAction<R = ListRow> {
  readonly key: string
  readonly label: string
  /** Stands as a link beside 编辑 instead of in 更多. */
  readonly primary?: boolean
  readonly danger?: boolean
  /** Permission code; without it everyone who sees the list may. */
  readonly permission?: string
  /** Asked before it is done. */
  readonly confirm?: string
  /** The same about this row. */
  question?(row: R): string
  /** Shown for this row? */
  when?(row: R): boolean
  /** Failures of a returned promise are shown by the page. */
  run(row: R, list: ResourceList): void | Promise<void>
}

/** Something that can be done with the selected rows: an entry of 批量操作. */
export interface BatchAction<R = ListRow> {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly permission?: string
  /** Title and question of the dialog that asks first. */
  readonly confirm?: { readonly title: string; readonly content: string }
  /** Refuses with a sentence, before anything is asked. */
  guard?(rows: readonly R[]): string | null
  run(rows: readonly R[], list: ResourceList): void | Promise<void>
}

/** A button beside 新增, 导出 and 导入. */
export interface ToolbarAction<R = ListRow> {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly permission?: string
  /** What people come to this list for; it is the only blue button then. */
  readonly primary?: boolean
  /** @param ticked the ticked rows of this page */
  run(list: ResourceList, ticked: readonly R[]): void | Promise<void>
}
