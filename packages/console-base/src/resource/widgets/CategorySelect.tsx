import { category, type TreeItem } from '@suoan/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { loadCategoryChildren, loadCategoryNames, loadCategoryRoots } from '../category-tree.ts'
import { resourceKey } from '../use-resource-list.ts'
import type { ChoiceProps } from './choice-props.ts'

interface Props extends ChoiceProps {
  /** Code of the node whose branch is offered; all of them by default. */
  readonly pcode?: string
  /** Stands for "none": "0" where a category chooses its parent. */
  readonly none?: string
}

interface Node {
  readonly id: string
  readonly pId: string
  readonly value: string
  readonly title: string
  readonly isLeaf: boolean
}

/** Category tree select: roots at once, what is below when it is opened (5-screens.md §13.9, 1-shell.md §7). */
export function CategorySelect({
  pcode = '0',
  none = '',
  multiple = false,
  placeholder = '请选择',
  value,
  onChange,
  ...input
}: Props) {
  const client = useQueryClient()
  const key = [...resourceKey(category), 'select', pcode]
  const roots = useQuery({ queryKey: key, queryFn: ({ signal }) => loadCategoryRoots(pcode, signal) })
  const branches = useQuery({
    queryKey: [...key, 'opened'],
    queryFn: (): Record<string, TreeItem[]> => ({}),
    staleTime: Infinity,
  })
  const chosen = (Array.isArray(value) ? value : [value ?? '']).filter((id) => id !== '' && id !== none)
  const names = useQuery({
    queryKey: [...resourceKey(category), 'names', chosen],
    queryFn: ({ signal }) => loadCategoryNames(chosen, signal),
    enabled: chosen.length > 0,
  })
  const offered = [...(roots.data ?? []), ...Object.values(branches.data ?? {}).flat()]
  const nodes: Node[] = offered.map(({ value: id, title, leaf, parentId }) => ({
    id,
    pId: parentId ?? '0',
    value: id,
    title,
    isLeaf: leaf,
  }))
  const labelled = chosen.map((id, index) => ({ value: id, label: names.data?.[index] ?? id }))
  return (
    <TreeSelect<{ value: string; label: string }[] | { value: string; label: string } | null, Node>
      {...input}
      className="full"
      allowClear
      labelInValue
      multiple={multiple}
      listHeight={400}
      placeholder={placeholder}
      loading={roots.isFetching}
      treeDataSimpleMode
      treeData={nodes}
      value={multiple ? labelled : (labelled[0] ?? null)}
      loadData={async ({ value: pid }) => {
        const id = String(pid)
        const below = await loadCategoryChildren(id)
        client.setQueryData<Record<string, TreeItem[]>>([...key, 'opened'], (before) => ({
          ...before,
          [id]: below,
        }))
      }}
      onChange={(next) => {
        const all = next === null ? [] : Array.isArray(next) ? next : [next]
        const ids = all.map((each) => each.value)
        onChange?.(multiple ? ids : (ids[0] ?? none))
      }}
      notFoundContent={
        roots.isPending ? '加载中…' : roots.isError ? '加载失败，请稍后重试' : '没有查询到任何数据'
      }
    />
  )
}
