import type { Field, Resource } from '@suoan/contract'
import { TreeSelect } from 'antd'
import { Suspense, useMemo } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { WithDialog } from '../pickers/WithDialog.tsx'
import type { ListRow } from '../list-row.ts'
import { tagLength, type ChoiceProps } from './choice-props.ts'
import { useSearchTree } from './use-search-tree.ts'
import { emptyHint } from './empty-hint.ts'
import { useTree } from '../use-tree.ts'
import { failureText } from '../../request/failure.ts'
import { refDictCode } from './load-resource.ts'
import { useRefNames } from './use-ref-names.ts'

const DepartPickDialog = lazyPart('DepartPickDialog', () =>
  import('../pickers/DepartPickDialog.tsx').then((m) => m.DepartPickDialog),
)

interface Props extends ChoiceProps {
  readonly field: Field
  readonly target: Resource
  /** Offers the dialog beside the input, where there is one for this resource; not in narrow query forms. */
  readonly withDialog?: boolean
  /** The value of the one node that is not to be chosen: the row itself among its neighbours. */
  readonly not?: string
}

interface Node {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children?: Node[]
}

/** Picks a node of a tree resource: area, menu; departments also in a dialog. */
export function TreePicker({ withDialog = true, ...props }: Props) {
  const { field, target, multiple = false, value, onChange, disabled = false } = props
  if (target.name !== 'department' || !withDialog) return <TreeInput {...props} />
  const root = rootOf(field, target)
  return (
    <WithDialog
      label={field.label}
      disabled={disabled}
      dialog={(close) => (
        <Suspense fallback={null}>
          <DepartPickDialog
            multiple={multiple}
            by={field.by ?? 'id'}
            initial={(Array.isArray(value) ? value : [value ?? '']).filter(
              (key) => key !== '' && key !== root,
            )}
            onCancel={close}
            onConfirm={(chosen) => {
              const keys = chosen.map(({ key }) => key)
              onChange?.(multiple ? keys : (keys[0] ?? root ?? ''))
              close()
            }}
          />
        </Suspense>
      )}
    >
      <TreeInput {...props} />
    </WithDialog>
  )
}

/** "No parent" is a value of its own in a tree ("0" for areas). */
const rootOf = (field: Field, target: Resource): string | undefined =>
  target.fields[target.traits.tree?.parent ?? ''] === field ? target.traits.tree?.root : undefined

/** The tree in a list at most 400 px high (2-data-entry.md §9). */
function TreeInput({
  field,
  target,
  multiple = false,
  placeholder,
  value,
  onChange,
  not,
  ...input
}: Omit<Props, 'withDialog'>) {
  // "No parent" is shown as an empty input.
  const root = rootOf(field, target)
  const tree = useTree(target)
  const by = field.by ?? 'id'
  const offered = useMemo(
    () => (tree.data ?? []).map((row) => nodeOf(row, { by, label: target.label, not })),
    [tree.data, by, target.label, not],
  )
  // Who may not see the tree, or not all of it, still reads what is chosen by its name.
  const strangers = useMemo(() => {
    if (tree.isPending) return []
    const known = valuesOf(offered)
    return [value ?? []].flat().filter((each) => each !== '' && each !== root && !known.has(each))
  }, [tree.isPending, offered, value, root])
  const names = useRefNames(refDictCode(target, by), strangers)
  const nodes = [
    ...offered,
    ...strangers.map((each, index) => ({ value: each, title: names[index] ?? each, disabled: false })),
  ]
  const search = useSearchTree(nodes, nodes.length <= 3)
  return (
    <TreeSelect<string | string[] | null, Node>
      {...input}
      value={value === root || value === '' ? null : (value ?? null)}
      onChange={(next) => onChange?.(next ?? root ?? '')}
      className="full"
      allowClear
      multiple={multiple}
      maxTagTextLength={tagLength}
      listHeight={400}
      placeholder={placeholder ?? emptyHint(`请选择${field.label}`, input.disabled)}
      treeData={nodes}
      {...search}
      loading={tree.isFetching}
      notFoundContent={
        tree.isPending ? '加载中…' : tree.isError ? failureText(tree.error) : '没有查询到任何数据'
      }
    />
  )
}

interface NodeParts {
  /** Fields with the value and the title. */
  readonly by: string
  readonly label: string
  readonly not: string | undefined
}

const valuesOf = (nodes: readonly Node[]): Set<string> =>
  new Set(nodes.flatMap(({ value, children = [] }) => [value, ...valuesOf(children)]))

function nodeOf(row: ListRow, parts: NodeParts): Node {
  const value = String(row[parts.by] ?? row['value'] ?? row['key'])
  return {
    value,
    title: String(row[parts.label] ?? row['title'] ?? value),
    disabled: value === parts.not,
    ...(row.children ? { children: row.children.map((child) => nodeOf(child, parts)) } : {}),
  }
}
