import { Button, Dropdown } from 'antd'
import { treeOperations, type TreeOperation } from './tree-operations.ts'

interface Props {
  readonly linked: boolean
  onOperate(operation: TreeOperation): void
}

/** 树操作 of a tree in which several nodes can be checked. */
export function TreeOperations({ linked, onOperate }: Props) {
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      autoFocus
      menu={{
        items: treeOperations({ linked, multiple: true }).map((item) => ({
          ...item,
          onClick: () => onOperate(item.key),
        })),
      }}
    >
      <Button>树操作</Button>
    </Dropdown>
  )
}
