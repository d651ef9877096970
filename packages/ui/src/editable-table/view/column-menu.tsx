import {
  EyeInvisibleOutlined,
  FilterOutlined,
  PushpinOutlined,
  RollbackOutlined,
  SortAscendingOutlined,
  SortDescendingOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { noSettings } from '../model/layout.ts'
import type { Table } from '../model/table.ts'

const toggled = (list: readonly string[], key: string): readonly string[] =>
  list.includes(key) ? list.filter((each) => each !== key) : [...list, key]

/** What can be done with a column: sort, filter, pin, hide, and everything back as it was. */
export function columnMenu(table: Table, key: string, onFilter: () => void): MenuProps['items'] {
  const { settings } = table
  const column = table.column(key)
  const { sorting } = table.view.state
  const hidden = table.columns.filter((each) => settings.hidden.includes(each.key))
  const isPinned = settings.pinned.includes(key)
  const mayPin = table.mayPin(key)
  const isLast = table.placement.columns.length <= 1
  return [
    {
      key: 'ascending',
      icon: <SortAscendingOutlined />,
      label: '升序',
      onClick: () => table.sort({ key, descending: false }),
    },
    {
      key: 'descending',
      icon: <SortDescendingOutlined />,
      label: '降序',
      onClick: () => table.sort({ key, descending: true }),
    },
    { key: 'own', label: '恢复原顺序', disabled: sorting === null, onClick: () => table.sort(null) },
    { type: 'divider' },
    { key: 'filter', icon: <FilterOutlined />, label: '筛选…', onClick: onFilter },
    {
      key: 'all',
      label: '取消全部筛选',
      disabled: table.columnFilters.size === 0,
      onClick: () => table.filterColumn(null, ''),
    },
    { type: 'divider' },
    {
      key: 'pin',
      icon: <PushpinOutlined />,
      label: isPinned ? '取消固定' : mayPin ? '固定在左侧' : '固定在左侧（左侧已满）',
      disabled: column?.fixed === 'left' || (!isPinned && !mayPin),
      onClick: () => table.arrange({ ...settings, pinned: toggled(settings.pinned, key) }),
    },
    {
      key: 'hide',
      icon: <EyeInvisibleOutlined />,
      label: '隐藏此列',
      disabled: isLast,
      onClick: () => table.arrange({ ...settings, hidden: toggled(settings.hidden, key) }),
    },
    ...hidden.map((each) => ({
      key: `show-${each.key}`,
      label: `显示 ${each.title}`,
      onClick: () => table.arrange({ ...settings, hidden: toggled(settings.hidden, each.key) }),
    })),
    {
      key: 'reset',
      icon: <RollbackOutlined />,
      label: '恢复默认列',
      disabled: settings === noSettings,
      onClick: () => table.arrange(noSettings),
    },
  ]
}
