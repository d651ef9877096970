import { department } from '@suoan/contract'
import { TreePickDialog } from '@suoan/ui/pickers'
import type { Chosen, TreeChoice } from '@suoan/ui/pickers'
import { useMemo } from 'react'
import type { ListRow } from '../list-row.ts'
import { useTree } from '../use-tree.ts'
import { ErrorState } from '../../states/ErrorState.tsx'
import { KeptNote } from '../../states/KeptNote.tsx'

interface Props {
  readonly initial: readonly string[]
  readonly multiple: boolean
  /** Field of the department that is stored. */
  readonly by?: string
  onConfirm(chosen: readonly Chosen[]): void
  onCancel(): void
}

/** 选择部门, 500 wide (5-screens.md §13.8). */
export function DepartPickDialog({ by = 'id', ...props }: Props) {
  const tree = useTree(department)
  const choices = useMemo(() => (tree.data ?? []).map((row) => choiceOf(row, by)), [tree.data, by])
  return (
    <TreePickDialog
      {...props}
      title="选择部门"
      searchPlaceholder="请输入部门名称按回车进行搜索"
      tree={choices}
      loading={tree.isPending}
      note={<KeptNote query={tree} />}
      instead={
        tree.isLoadingError ? <ErrorState error={tree.error} onRetry={() => void tree.refetch()} /> : null
      }
    />
  )
}

function choiceOf(row: ListRow, by: string): TreeChoice {
  return {
    key: String(row[by] ?? row.id),
    title: String(row['departName'] ?? row['title'] ?? row.id),
    ...(row.children ? { children: row.children.map((child) => choiceOf(child, by)) } : {}),
  }
}
