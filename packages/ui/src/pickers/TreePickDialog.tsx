import { Empty, Input, Spin, Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { ContextMenu } from '../context-menu/index.ts'
import { AppModal } from '../modal/index.ts'
import type { Chosen } from './chosen.ts'
import { branchKeys, flattenTree, halfChecked, pressNode, searchTree } from './tree-checks.ts'
import type { TreeChoice } from './tree-checks.ts'
import { pickerWidths } from './constants.ts'
import { TreeOperations } from './TreeOperations.tsx'
import { treeOperations, type TreeOperation } from './tree-operations.ts'
import './pickers.css'

export interface TreePickDialogProps {
  readonly title: string
  readonly searchPlaceholder: string
  readonly tree: readonly TreeChoice[]
  readonly loading: boolean
  /** Stands in the place of the tree, e.g. after a failure. */
  readonly instead?: ReactNode
  /** Stands above the tree, e.g. that it could not be renewed. */
  readonly note?: ReactNode
  readonly initial: readonly string[]
  readonly multiple: boolean
  onConfirm(chosen: readonly Chosen[]): void
  onCancel(): void
}

/** Height of the tree, px (5-screens.md §13.8); only the nodes in view are drawn. */
const treeHeight = 340

/**
 * Picks nodes of a tree in a dialog 500 wide (5-screens.md §13.8). Where several can be picked, 树操作 and the right click
 * link parents and children, check all or none, and open or close all; where one is picked the right click opens and closes.
 */
export function TreePickDialog(props: TreePickDialogProps) {
  const { tree, multiple } = props
  const [checked, setChecked] = useState(props.initial)
  const [keyword, setKeyword] = useState('')
  const [linked, setLinked] = useState(false)
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const shown = useMemo(() => searchTree(tree, keyword), [tree, keyword])
  const nodes = useMemo(() => shown.map(nodeOf), [shown])
  const half = useMemo(() => (linked ? halfChecked(tree, checked) : []), [tree, checked, linked])
  // Until somebody opens or closes one: a small tree is open, of a large one the first level, of what was found all.
  const usual = useMemo(() => {
    const isSmall = flattenTree(shown).length <= 30
    return keyword !== '' || isSmall ? branchKeys(shown) : shown.map(({ key }) => key)
  }, [shown, keyword])
  const press = (key: string) =>
    setChecked(pressNode(tree, checked, key, multiple ? (linked ? 'linked' : 'strict') : 'one'))
  const operate = (operation: TreeOperation) => {
    if (operation === 'link' || operation === 'unlink') setLinked(operation === 'link')
    else if (operation === 'expand') setOpened(branchKeys(shown))
    else if (operation === 'collapse') setOpened([])
    else {
      // Of a tree that was searched, what is shown; what was chosen elsewhere stays.
      const keys = new Set(flattenTree(shown).map(({ key }) => key))
      const others = checked.filter((key) => !keys.has(key))
      setChecked(operation === 'all' ? [...others, ...keys] : others)
    }
  }
  const confirm = () => {
    const titles = new Map(flattenTree(tree).map((node) => [node.key, node.title]))
    props.onConfirm(checked.map((key) => ({ key, label: titles.get(key) ?? key })))
  }
  return (
    <AppModal
      open
      fullscreen
      title={props.title}
      width={pickerWidths.department}
      okText={multiple ? '确认' : '确定'}
      okClose={false}
      onOk={confirm}
      onCancel={props.onCancel}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className="tree-pick-foot">
          {multiple && <TreeOperations linked={linked} onOperate={operate} />}
          <span className="tree-pick-count" role="status">
            已选 {checked.length} 项
          </span>
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <Input.Search
        allowClear
        placeholder={props.searchPlaceholder}
        aria-label={props.searchPlaceholder}
        onSearch={(text) => {
          setKeyword(text.trim())
          setOpened(null)
        }}
      />
      {props.note}
      {props.instead ?? (
        <Spin spinning={props.loading}>
          <ContextMenu items={treeOperations({ linked, multiple })} onChoose={operate}>
            <div className="tree-pick-tree">
              {shown.length === 0 && !props.loading ? (
                <Empty
                  image={Empty.PRESENTED_IMAGE_SIMPLE}
                  description={keyword ? '没有名称相符的结果，请换个关键字' : '暂无数据'}
                />
              ) : (
                <Tree
                  aria-label={props.title}
                  height={treeHeight}
                  checkable
                  checkStrictly
                  blockNode
                  selectable={false}
                  expandedKeys={[...(opened ?? usual)]}
                  onExpand={(keys) => setOpened(keys.map(String))}
                  treeData={nodes}
                  checkedKeys={{ checked: [...checked], halfChecked: [...half] }}
                  onCheck={(_, { node }) => press(String(node.key))}
                />
              )}
            </div>
          </ContextMenu>
        </Spin>
      )}
    </AppModal>
  )
}

interface Node {
  readonly key: string
  readonly title: string
  readonly children?: Node[]
}

function nodeOf({ key, title, children }: TreeChoice): Node {
  return { key, title, ...(children ? { children: children.map(nodeOf) } : {}) }
}
