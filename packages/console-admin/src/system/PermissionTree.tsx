import { AlignLeftOutlined } from '@ant-design/icons'
import { TreeOperations, type TreeOperation } from '@suoan/ui/pickers'
import { Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { allKeys, branchKeys, titleOf, toggle } from './permission-tree.ts'
import type { TreeModel } from './permission-tree.ts'

interface Props {
  readonly nodes: readonly TreeModel[]
  readonly checked: readonly string[]
  readonly linked: boolean
  readonly expanded: readonly string[]
  onCheck(keys: readonly string[]): void
  onExpand(keys: readonly string[]): void
  /** A node with data rules was clicked. */
  onRules?(node: TreeModel): void
}

/** Tickable tree of menus and buttons; nodes with data rules carry a red mark (5-screens.md §6.3). */
export function PermissionTree({ nodes, checked, linked, expanded, onCheck, onExpand, onRules }: Props) {
  const data = useMemo(() => nodes.map(treeNode), [nodes])
  return (
    <Tree
      checkable
      // The ticks are kept exactly as stored: a group may be granted without all of its buttons.
      checkStrictly
      selectable={onRules !== undefined}
      selectedKeys={[]}
      treeData={data}
      checkedKeys={[...checked]}
      expandedKeys={[...expanded]}
      onExpand={(keys) => onExpand(keys.map(String))}
      onCheck={(_, { node, checked: on }) => {
        const key = String(node.key)
        if (linked) onCheck([...toggle(nodes, new Set(checked), key, on)])
        else onCheck(on ? [...checked, key] : checked.filter((each) => each !== key))
      }}
      onSelect={(_, { node }) => {
        if (node.model.ruleFlag) onRules?.(node.model)
      }}
    />
  )
}

interface TreeNode {
  readonly key: string
  readonly title: ReactNode
  readonly model: TreeModel
  readonly children?: TreeNode[]
}

function treeNode(model: TreeModel): TreeNode {
  return {
    key: model.key,
    model,
    title: model.ruleFlag ? (
      <span title="点击配置数据规则">
        {titleOf(model)} <AlignLeftOutlined style={{ color: 'var(--danger)' }} />
      </span>
    ) : (
      titleOf(model)
    ),
    ...(model.children?.length ? { children: model.children.map(treeNode) } : {}),
  }
}

/** State of a permission tree beside its ticks: 树操作. */
export function useTreeTools(nodes: readonly TreeModel[], onCheck: (keys: readonly string[]) => void) {
  const [linked, setLinked] = useState(true)
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const operate = (operation: TreeOperation) => {
    if (operation === 'link' || operation === 'unlink') setLinked(operation === 'link')
    else if (operation === 'all' || operation === 'none') onCheck(operation === 'all' ? allKeys(nodes) : [])
    else setExpanded(operation === 'expand' ? branchKeys(nodes) : [])
  }
  const button = <TreeOperations linked={linked} onOperate={operate} />
  return { linked, expanded, setExpanded, button }
}
