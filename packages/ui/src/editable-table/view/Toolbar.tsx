import {
  DeleteOutlined,
  MinusOutlined,
  PlusOutlined,
  RedoOutlined,
  SaveOutlined,
  SettingOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Popconfirm, Popover, Space, Tooltip } from 'antd'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import type { AddSettings } from '../model/options.ts'
import type { Table } from '../model/table.ts'
import { AddSettingsForm } from './AddSettingsForm.tsx'

/** Buttons of the toolbar, in the words of spec/2-data-entry.md §2. `remove` and `clearSelection` need a selection. */
export type ToolbarButton = 'add' | 'save' | 'remove' | 'clearSelection' | 'history' | 'collapse'
export const usualButtons: readonly ToolbarButton[] = ['add', 'remove', 'clearSelection']

interface Props {
  readonly table: Table
  readonly buttons: readonly ToolbarButton[]
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  readonly isSmall: boolean
  /** The header's box is blocked by disabled rows, so 清空选择 is offered (spec/5-screens.md §13.1). */
  readonly hasDisabledRows: boolean
  readonly settings: AddSettings | null
  readonly isCollapsed: boolean
  onAdd(): void
  onSave?(): void
  onSettings(settings: AddSettings): void
  onCollapse(): void
  onTurnBack(which: 'undo' | 'redo'): void
  onSay(text: string): void
}

/** The row of buttons above the table. */
export function Toolbar({
  table,
  buttons,
  prefix,
  suffix,
  isSmall,
  hasDisabledRows,
  settings,
  isCollapsed,
  ...on
}: Props) {
  useSyncExternalStore(table.subscribe, table.getVersion)
  const [isOpen, setOpen] = useState(false)
  const { ids } = table.selection
  const size = isSmall ? ('small' as const) : ('middle' as const)
  const has = (button: ToolbarButton) => buttons.includes(button)
  const mayWrite = !table.isReadOnly
  const { canUndo, canRedo } = table.history
  return (
    <div className="et-toolbar" role="toolbar" aria-label="表格工具栏">
      {prefix}
      {mayWrite && has('add') && (
        <Space.Compact>
          <Button type="primary" size={size} icon={<PlusOutlined />} onClick={on.onAdd}>
            新增
          </Button>
          {settings && (
            <Popover
              trigger="click"
              open={isOpen}
              onOpenChange={setOpen}
              title="选项"
              destroyOnHidden
              content={
                <AddSettingsForm
                  settings={settings}
                  rowCount={table.store.children(null)?.length ?? 0}
                  onSave={(next) => {
                    on.onSettings(next)
                    setOpen(false)
                  }}
                />
              }
            >
              <Button type="primary" size={size} icon={<SettingOutlined />} aria-label="新增选项" />
            </Popover>
          )}
        </Space.Compact>
      )}
      {mayWrite && has('save') && on.onSave && (
        <Button size={size} icon={<SaveOutlined />} onClick={on.onSave}>
          保存
        </Button>
      )}
      {mayWrite && has('remove') && ids.size > 0 && (
        <Popconfirm
          title={`确定要删除这 ${ids.size} 项吗?`}
          okText="确定"
          cancelText="取消"
          onConfirm={() => on.onSay(`已删除 ${table.remove(ids).length} 项`)}
        >
          <Button size={size} icon={<MinusOutlined />}>
            删除
          </Button>
        </Popconfirm>
      )}
      {has('clearSelection') && ids.size > 0 && (hasDisabledRows || table.selectionMode === 'radio') && (
        <Button size={size} icon={<DeleteOutlined />} onClick={() => table.selection.clear()}>
          清空选择
        </Button>
      )}
      {mayWrite && has('history') && (
        <Space.Compact>
          <Tooltip title={canUndo === null ? '没有可以撤销的修改' : `撤销：${canUndo}（Ctrl+Z）`}>
            <Button
              size={size}
              icon={<UndoOutlined />}
              aria-label="撤销"
              disabled={canUndo === null}
              onClick={() => on.onTurnBack('undo')}
            />
          </Tooltip>
          <Tooltip title={canRedo === null ? '没有可以重做的修改' : `重做：${canRedo}（Ctrl+Y）`}>
            <Button
              size={size}
              icon={<RedoOutlined />}
              aria-label="重做"
              disabled={canRedo === null}
              onClick={() => on.onTurnBack('redo')}
            />
          </Tooltip>
        </Space.Compact>
      )}
      {suffix}
      {has('collapse') && (
        <Button type="link" size={size} className="et-collapse" onClick={on.onCollapse}>
          {isCollapsed ? '展开' : '收起'}
        </Button>
      )}
    </div>
  )
}
