import {
  DeleteOutlined,
  DownOutlined,
  DownloadOutlined,
  FilterOutlined,
  ImportOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { permissionOf } from '@suoan/contract'
import { Button, Dropdown, Space } from 'antd'
import { canDo } from '../../session/may-do.ts'
import { useSession } from '../../session/session-store.ts'
import { feedback } from '../../feedback.ts'
import { exportList } from '../export-list.ts'
import type { BatchAction, ToolbarAction } from '../row-action.ts'
import { resourceApi } from '../resource-api.ts'
import { confirmAction, runAction } from '../run-action.ts'
import type { ResourceList } from '../use-resource-list.ts'

interface Props {
  readonly resource: Resource
  readonly list: ResourceList
  readonly addLabel: string
  readonly actions: readonly ToolbarAction[]
  readonly batch: readonly BatchAction[]
  readonly advanced: boolean
  readonly exportName: string
  onAdd(): void
  onAdvanced(): void
}

/** 新增, 导出, 导入, own buttons, 高级查询, and 批量操作 while rows are selected (5-screens.md §4). */
export function Toolbar({
  resource,
  list,
  addLabel,
  actions,
  batch,
  advanced,
  exportName,
  onAdd,
  onAdvanced,
}: Props) {
  const permissions = useSession((session) => session.permissions)
  const may = (verb: Resource['verbs'][number], action: string) =>
    resource.verbs.includes(verb) && canDo(permissions, permissionOf(resource, action))
  const allowed = ({ permission }: { permission?: string }) => !permission || canDo(permissions, permission)
  const selected = list.rows.filter((row) => list.selection.includes(String(row.id)))
  const entries: BatchAction[] = [
    ...(may('deleteBatch', 'batch_delete') ? [batchDelete(resource)] : []),
    ...batch.filter(allowed),
  ]
  const isFiltered = list.state.rules.length > 0
  return (
    <Space wrap className="toolbar">
      {may('add', 'add') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {addLabel}
        </Button>
      )}
      {may('exportXls', 'export') && (
        <Button
          type="primary"
          icon={<DownloadOutlined />}
          onClick={() => void runAction(() => exportList(resource, list.wire, list.selection, exportName))}
        >
          导出
        </Button>
      )}
      {may('importExcel', 'import') && (
        <Button
          type="primary"
          icon={<ImportOutlined />}
          onClick={() =>
            void runAction(async () => {
              const { chooseAndImport } = await import('../import-file.tsx')
              await chooseAndImport(resource, () => list.reload())
            })
          }
        >
          导入
        </Button>
      )}
      {actions.filter(allowed).map((action) => (
        <Button
          key={action.key}
          type={action.primary === false ? 'default' : 'primary'}
          icon={action.icon}
          onClick={() => {
            const ticked = list.rows.filter(({ id }) => list.selection.includes(id))
            void runAction(() => action.run(list, ticked))
          }}
        >
          {action.label}
        </Button>
      ))}
      {advanced && (
        <Button type="primary" icon={<FilterOutlined spin={isFiltered} />} onClick={onAdvanced}>
          高级查询
        </Button>
      )}
      {isFiltered && (
        <Button type="link" className="link" onClick={() => list.setRules([], 'and')}>
          已有高级查询条件生效，清空
        </Button>
      )}
      {list.selection.length > 0 && entries.length > 0 && (
        <Dropdown
          trigger={['hover', 'click']}
          menu={{
            items: entries.map((entry) => ({
              key: entry.key,
              label: entry.label,
              icon: entry.icon,
              onClick: () => startBatch(entry, selected, list),
            })),
          }}
        >
          <Button>
            批量操作 <DownOutlined />
          </Button>
        </Dropdown>
      )}
    </Space>
  )
}

function batchDelete(resource: Resource): BatchAction {
  return {
    key: 'delete',
    label: '删除',
    icon: <DeleteOutlined />,
    confirm: { title: '确认删除', content: '是否删除选中数据?' },
    async run(rows, list) {
      const message = await resourceApi(resource).removeBatch(list.selection)
      void feedback().message.success(message)
      list.reload(rows.length)
    },
  }
}

function startBatch(entry: BatchAction, rows: Parameters<BatchAction['run']>[0], list: ResourceList): void {
  const refused = entry.guard?.(rows)
  if (refused) return void feedback().message.warning(refused)
  if (entry.confirm) confirmAction(entry.confirm, () => entry.run(rows, list))
  else void runAction(() => entry.run(rows, list))
}
