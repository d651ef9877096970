import type { Field, Resource } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import type { ListRow } from '../list-row.ts'
import { resourceApi } from '../resource-api.ts'
import { resourceKey } from '../use-resource-list.ts'
import type { ChoiceProps } from './choice-props.ts'

interface Props extends ChoiceProps {
  readonly field: Field
  readonly target: Resource
}

interface Node {
  readonly value: string
  readonly title: string
  readonly children?: Node[]
}

/** Picks a node of a tree resource: department, area, menu (2-data-entry.md §9: list at most 400 px high). */
export function TreePicker({
  field,
  target,
  multiple = false,
  placeholder,
  value,
  onChange,
  ...input
}: Props) {
  // "No parent" is a value of its own in a tree ("0" for areas): shown as an empty input.
  const root =
    target.fields[target.traits.tree?.parent ?? ''] === field ? target.traits.tree?.root : undefined
  const tree = useTree(target)
  const by = field.by ?? 'id'
  return (
    <TreeSelect<string | string[] | null, Node>
      {...input}
      value={value === root || value === '' ? null : (value ?? null)}
      onChange={(next) => onChange?.(next ?? root ?? '')}
      className="full"
      allowClear
      multiple={multiple}
      listHeight={400}
      placeholder={placeholder ?? `请选择${field.label}`}
      treeData={(tree.data ?? []).map((row) => nodeOf(row, by, target.label))}
      treeDefaultExpandAll={(tree.data?.length ?? 0) <= 3}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={tree.isFetching}
      notFoundContent={
        tree.isPending ? '加载中…' : tree.isError ? '加载失败，请稍后重试' : '没有查询到任何数据'
      }
    />
  )
}

/** The rows of a tree resource. */
export function useTree(target: Resource, verb = 'queryTreeList') {
  return useQuery({
    queryKey: [...resourceKey(target), 'tree', verb],
    queryFn: ({ signal }) => resourceApi(target).tree(signal, verb),
    staleTime: 30_000,
  })
}

function nodeOf(row: ListRow, by: string, label: string): Node {
  const value = row[by] ?? row['value'] ?? row['key']
  const title = row[label] ?? row['title'] ?? value
  return {
    value: String(value),
    title: String(title),
    ...(row.children ? { children: row.children.map((child) => nodeOf(child, by, label)) } : {}),
  }
}
