import { ContextMenu } from '@suoan/ui/context-menu'
import { branchKeys, flattenTree, pressNode, TreeOperations } from '@suoan/ui/pickers'
import type { TreeChoice, TreeOperation } from '@suoan/ui/pickers'
import { Tree } from 'antd'
import { useMemo, useState } from 'react'

interface Props {
  readonly tree: readonly TreeChoice[]
  readonly chosen: string | null
  onChoose(id: string | null): void
  readonly ticked: readonly string[]
  onTick(ids: readonly string[]): void
  readonly opened: readonly string[]
  onOpen(ids: readonly string[]): void
  /** Adds a department below this one; absent for who may not. */
  onAdd?(id: string): void
  onRemove?(id: string): void
  /** The departments of one level in their new order; absent for who may not, and while the tree is searched. */
  onOrder?(parentId: string, ids: readonly string[]): void
}

/**
 * The tree of 部门管理: a click chooses, a tick is for deleting several; the right click adds below, deletes or does
 * nothing, 树操作 is below (5-screens.md §6.7).
 */
export function DepartmentTree(props: Props) {
  const { tree, chosen, onChoose, ticked, onTick, opened, onOpen, onAdd, onRemove, onOrder } = props
  const nodes = useMemo(() => tree.map(nodeOf), [tree])
  const [linked, setLinked] = useState(false)
  const [pointed, setPointed] = useState<string | null>(null)
  // The menu key opens the menu at no node in particular: then it is about the chosen one.
  const subject = pointed ?? chosen
  const operate = (operation: TreeOperation) => {
    if (operation === 'link' || operation === 'unlink') setLinked(operation === 'link')
    else if (operation === 'expand' || operation === 'collapse')
      onOpen(operation === 'expand' ? branchKeys(tree) : [])
    else onTick(operation === 'all' ? flattenTree(tree).map(({ key }) => key) : [])
  }
  return (
    <>
      <ContextMenu
        items={[
          ...(onAdd ? [{ key: 'add' as const, label: '添加', disabled: subject === null }] : []),
          ...(onRemove ? [{ key: 'remove' as const, label: '删除', disabled: subject === null }] : []),
          ...(onAdd || onRemove ? [{ key: 'cancel' as const, label: '取消' }] : []),
        ]}
        onChoose={(key) => {
          if (subject !== null && key === 'add') onAdd?.(subject)
          if (subject !== null && key === 'remove') onRemove?.(subject)
        }}
      >
        <div onContextMenuCapture={() => setPointed(null)}>
          <Tree
            aria-label="部门"
            checkable
            checkStrictly
            blockNode
            treeData={nodes}
            {...(onOrder
              ? {
                  draggable: { icon: false },
                  // A department keeps its place in the tree, which is part of its code: only its order changes.
                  allowDrop: ({ dragNode, dropNode, dropPosition }) => {
                    const { parentId, ids } = siblingsOf(tree, String(dragNode.key))
                    const at = String(dropNode.key)
                    return dropPosition === 0 ? at === parentId : ids.includes(at)
                  },
                  onDrop: ({ dragNode, node, dropPosition, dropToGap }) => {
                    const moved = String(dragNode.key)
                    const { parentId, ids } = siblingsOf(tree, moved)
                    const others = ids.filter((id) => id !== moved)
                    const beside = others.indexOf(String(node.key))
                    const place = Number(node.pos.split('-').at(-1))
                    // Into the department above: there is no gap before the first one below it.
                    if (!dropToGap) onOrder(parentId, [moved, ...others])
                    else if (beside >= 0)
                      onOrder(parentId, others.toSpliced(beside + (dropPosition > place ? 1 : 0), 0, moved))
                  },
                }
              : {})}
            expandedKeys={[...opened]}
            onExpand={(keys) => onOpen(keys.map(String))}
            selectedKeys={chosen ? [chosen] : []}
            checkedKeys={[...ticked]}
            onSelect={(keys) => onChoose(keys[0] === undefined ? null : String(keys[0]))}
            onCheck={(_, { node }) =>
              onTick(pressNode(tree, ticked, String(node.key), linked ? 'linked' : 'strict'))
            }
            onRightClick={({ node }) => setPointed(String(node.key))}
          />
        </div>
      </ContextMenu>
      <div className="tree-foot">
        <TreeOperations linked={linked} onOperate={operate} />
      </div>
    </>
  )
}

interface Node {
  readonly key: string
  readonly title: string
  readonly children?: Node[]
}

const nodeOf = ({ key, title, children }: TreeChoice): Node => ({
  key,
  title,
  ...(children ? { children: children.map(nodeOf) } : {}),
})

/** The level that a node stands in: whose it is ('' at the top), and all of it in order. */
function siblingsOf(
  tree: readonly TreeChoice[],
  key: string,
  parentId = '',
): { readonly parentId: string; readonly ids: readonly string[] } {
  const ids = tree.map((node) => node.key)
  if (ids.includes(key)) return { parentId, ids }
  for (const node of tree) {
    const found = siblingsOf(node.children ?? [], key, node.key)
    if (found.ids.length > 0) return found
  }
  return { parentId, ids: [] }
}
