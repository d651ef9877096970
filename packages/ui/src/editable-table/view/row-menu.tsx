import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  DownSquareOutlined,
  PlusOutlined,
  ProfileOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import type { RowId } from '../model/row.ts'
import type { Table } from '../model/table.ts'

/** 向上移, 向下移, 插入一行 and 删除 of a row; the first cannot go up, the last not down. */
export function rowMenu(
  table: Table,
  id: RowId,
  {
    insert,
    remove,
    details,
    expand,
  }: {
    insert(below: RowId): void
    remove: ((id: RowId) => void) | null
    details: ((id: RowId) => void) | null
    /** Opens what stands under the row: its sub-form, or its part. */
    expand: ((id: RowId) => void) | null
  },
): MenuProps['items'] {
  const siblings = table.store.children(table.store.parent(id)) ?? []
  const at = siblings.indexOf(id)
  const isFixed = !table.isOwnOrder
  return [
    {
      key: 'up',
      icon: <ArrowUpOutlined />,
      label: '向上移',
      disabled: isFixed || at <= 0,
      onClick: () => table.shiftRow(id, -1),
    },
    {
      key: 'down',
      icon: <ArrowDownOutlined />,
      label: '向下移',
      disabled: isFixed || at === siblings.length - 1,
      onClick: () => table.shiftRow(id, 1),
    },
    { type: 'divider' },
    {
      key: 'insert',
      icon: <PlusOutlined />,
      label: '插入一行',
      disabled: isFixed || !table.mayAdd,
      onClick: () => insert(id),
    },
    ...(expand
      ? [{ key: 'expand', icon: <DownSquareOutlined />, label: '打开子表', onClick: () => expand(id) }]
      : []),
    ...(details
      ? [{ key: 'details', icon: <ProfileOutlined />, label: '详细信息', onClick: () => details(id) }]
      : []),
    ...(remove
      ? [
          {
            key: 'remove',
            icon: <DeleteOutlined />,
            label: '删除此行',
            danger: true,
            disabled: table.stays(id),
            onClick: () => remove(id),
          },
        ]
      : []),
  ]
}
