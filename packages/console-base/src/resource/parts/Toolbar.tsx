import { DeleteOutlined, DownOutlined, FilterOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { permissionOf } from '@suoan/contract'
import { Button, Dropdown } from 'antd'
import { memo, Suspense, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { canDo } from '../../session/may-do.ts'
import { useSession } from '../../session/session-store.ts'
import { feedback } from '../../feedback.ts'
import type { ListRow } from '../list-row.ts'
import type { BatchAction, ToolbarAction } from '../row-action.ts'
import { resourceApi } from '../resource-api.ts'
import { confirmAction, runAction } from '../run-action.ts'
import type { ResourceList } from '../use-resource-list.ts'
import { ButtonRow } from './ButtonRow.tsx'
import { ExportButton } from './ExportButton.tsx'

const ImportFiles = lazyPart('ImportFiles', () => import('./ImportFiles.tsx').then((m) => m.ImportFiles))

interface Props {
  readonly resource: Resource
  /** The list as it is when something is done. */
  listNow(): ResourceList
  readonly hasSelection: boolean
  /** The fields whose columns somebody chose for the list, in their order; none where nobody did. */
  columnsNow(): readonly string[]
  /** Conditions of 高级查询 hold. */
  readonly isFiltered: boolean
  readonly addLabel: string
  readonly actions: readonly ToolbarAction[]
  readonly batch: readonly BatchAction[]
  readonly advanced: boolean
  readonly exportName: string
  onAdd(): void
  onAdvanced(): void
}

/**
 * 新增, 导出, 导入, own buttons, 高级查询, and 批量操作 while rows are selected (5-screens.md §4). It stays as it is while
 * the list turns its pages.
 */
export const Toolbar = memo(function Toolbar({
  resource,
  listNow,
  hasSelection,
  columnsNow,
  isFiltered,
  addLabel,
  actions,
  batch,
  advanced,
  exportName,
  onAdd,
  onAdvanced,
}: Props) {
  const permissions = useSession((session) => session.permissions)
  const [isImporting, setImporting] = useState(false)
  const may = (verb: Resource['verbs'][number], action: string) =>
    resource.verbs.includes(verb) && canDo(permissions, permissionOf(resource, action))
  const allowed = ({ permission }: { permission?: string }) => !permission || canDo(permissions, permission)
  const entries: BatchAction[] = [
    ...(may('deleteBatch', 'batch_delete') ? [batchDelete(resource)] : []),
    ...batch.filter(allowed),
  ]
  const isAddMain = !actions.some((action) => action.primary && allowed(action))
  return (
    <>
      <ButtonRow>
        {may('add', 'add') && (
          <Button type={isAddMain ? 'primary' : 'default'} icon={<PlusOutlined />} onClick={onAdd}>
            {addLabel}
          </Button>
        )}
        <ExportButton resource={resource} listNow={listNow} columnsNow={columnsNow} name={exportName} />
        {may('importExcel', 'import') && (
          <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
            导入
          </Button>
        )}
        {actions.filter(allowed).map((action) => (
          <Button
            key={action.key}
            type={action.primary ? 'primary' : 'default'}
            icon={action.icon}
            onClick={() => {
              const list = listNow()
              void runAction(() => action.run(list, tickedRows(list)))
            }}
          >
            {action.label}
          </Button>
        ))}
        {advanced && (
          <Button
            icon={<FilterOutlined spin={isFiltered} />}
            {...(isFiltered ? { title: '已有高级查询条件生效' } : {})}
            onClick={onAdvanced}
          >
            高级查询
          </Button>
        )}
        {hasSelection && entries.length > 0 && (
          <Dropdown
            trigger={['hover', 'click']}
            menu={{
              items: entries.map((entry) => ({
                key: entry.key,
                label: entry.label,
                icon: entry.icon,
                onClick: () => startBatch(entry, listNow()),
              })),
            }}
          >
            <Button className="button-row-stays">
              批量操作 <DownOutlined />
            </Button>
          </Dropdown>
        )}
      </ButtonRow>
      {isImporting && (
        <Suspense fallback={null}>
          <ImportFiles
            resource={resource}
            onImported={() => listNow().reload()}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
    </>
  )
})

/** The ticked rows of the page that is shown. */
const tickedRows = (list: ResourceList): readonly ListRow[] =>
  list.rows.filter(({ id }) => list.selection.includes(id))

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

function startBatch(entry: BatchAction, list: ResourceList): void {
  const rows = tickedRows(list)
  const refused = entry.guard?.(rows)
  if (refused) return void feedback().message.warning(refused)
  if (entry.confirm) confirmAction(entry.confirm, () => entry.run(rows, list))
  else void runAction(() => entry.run(rows, list))
}
