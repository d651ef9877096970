import { Button, Dropdown, Empty, Input, Spin, Tree } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { AppModal } from '../modal/index.ts'
import type { Chosen } from './chosen.ts'
import { flattenTree, halfChecked, pressNode, searchTree } from './tree-checks.ts'
import type { TreeChoice } from './tree-checks.ts'
import { pickerWidths } from './constants.ts'
import './pickers.css'

export interface TreePickDialogProps {
  readonly title: string
  readonly searchPlaceholder: string
  readonly tree: readonly TreeChoice[]
  readonly loading: boolean
  /** Stands in the place of the tree, e.g. after a failure. */
  readonly instead?: ReactNode
  readonly initial: readonly string[]
  readonly multiple: boolean
  onConfirm(chosen: readonly Chosen[]): void
  onCancel(): void
}

/** Picks nodes of a tree in a dialog 500 wide, with parents and children linked or not (5-screens.md §13.8). */
export function TreePickDialog(props: TreePickDialogProps) {
  const { tree, multiple } = props
  const [checked, setChecked] = useState(props.initial)
  const [keyword, setKeyword] = useState('')
  const [linked, setLinked] = useState(false)
  const shown = useMemo(() => searchTree(tree, keyword), [tree, keyword])
  const half = useMemo(() => (linked ? halfChecked(tree, checked) : []), [tree, checked, linked])
  const press = (key: string) =>
    setChecked(pressNode(tree, checked, key, multiple ? (linked ? 'linked' : 'strict') : 'one'))
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
      onOk={confirm}
      onCancel={props.onCancel}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className="tree-pick-foot">
          {multiple && (
            <Dropdown
              trigger={['click']}
              menu={{
                selectable: true,
                selectedKeys: [linked ? 'linked' : 'strict'],
                items: [
                  { key: 'linked', label: '父子关联' },
                  { key: 'strict', label: '取消关联' },
                ],
                onClick: ({ key }) => setLinked(key === 'linked'),
              }}
            >
              <Button>树操作</Button>
            </Dropdown>
          )}
          <span className="tree-pick-count">已选 {checked.length} 项</span>
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <Input.Search
        allowClear
        placeholder={props.searchPlaceholder}
        aria-label={props.searchPlaceholder}
        onSearch={(text) => setKeyword(text.trim())}
      />
      {props.instead ?? (
        <Spin spinning={props.loading}>
          <div className="tree-pick-tree">
            {shown.length === 0 && !props.loading ? (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={keyword ? '没有名称相符的结果，请换个关键字' : '暂无数据'}
              />
            ) : (
              <Tree
                // A found node must be seen: the tree opens anew with each search.
                key={`${keyword} ${tree.length}`}
                checkable
                checkStrictly
                blockNode
                selectable={false}
                defaultExpandAll={keyword !== '' || flattenTree(tree).length <= 30}
                defaultExpandedKeys={tree.map((node) => node.key)}
                treeData={shown.map(nodeOf)}
                checkedKeys={{ checked: [...checked], halfChecked: [...half] }}
                onCheck={(_, { node }) => press(String(node.key))}
              />
            )}
          </div>
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
