import { DownloadOutlined } from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { permissionOf } from '@suoan/contract'
import { Button } from 'antd'
import { loadChunk } from '../../chunk/chunk-failure.ts'
import { useCan } from '../../session/Can.tsx'
import { runAction } from '../run-action.ts'
import type { ResourceList } from '../use-resource-list.ts'

interface Props {
  readonly resource: Resource
  /** The list as it is when it is exported. */
  listNow(): Pick<ResourceList, 'wire' | 'selection' | 'total'>
  /** The fields whose columns somebody chose for the list, in their order; none where nobody did. */
  columnsNow(): readonly string[]
  /** File name without its ending. */
  readonly name: string
}

/** 导出 above a list, for whoever may export its rows (5-screens.md §4). */
export function ExportButton({ resource, listNow, columnsNow, name }: Props) {
  const mayExport = useCan(permissionOf(resource, 'export')) && resource.verbs.includes('exportXls')
  if (!mayExport) return null
  return (
    <Button
      icon={<DownloadOutlined />}
      onClick={() => {
        const { wire, selection, total } = listNow()
        void runAction(async () => {
          // Comes when it is first asked for: the first list does not wait for it.
          const { exportList } = await loadChunk('exportList', () => import('../export-list.ts'))
          await exportList(resource, wire, selection, name, columnsNow(), total)
        })
      }}
    >
      导出
    </Button>
  )
}
