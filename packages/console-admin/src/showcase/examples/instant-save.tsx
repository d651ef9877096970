import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { resourceColumn } from '@suoan/console-base/editable-table/resource-column.ts'
import { LiveTableNotes } from '@suoan/console-base/realtime/LiveTableNotes.tsx'
import { useLiveTable } from '@suoan/console-base/realtime/use-live-table.ts'
import { failureText, RequestFailure, staleCode } from '@suoan/console-base/request/failure.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { canDo } from '@suoan/console-base/session/may-do.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { position, permissionOf } from '@suoan/contract'
import { EditableTable, type Column, type EditableTableHandle } from '@suoan/ui/editable-table'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useRef } from 'react'

// Titles, choices and rules are those by which the server stores the fields.
const columns: readonly Column[] = [
  resourceColumn(position, 'code', { width: 160 }),
  resourceColumn(position, 'name', { width: 220 }),
  resourceColumn(position, 'postRank', { width: 140 }),
  { key: 'updateBy', title: '更新人', type: 'normal', width: 120 },
  { key: 'updateTime', title: '更新时间', type: 'normal', width: 180 },
]
const api = resourceApi(position)
const calls = {
  edit: (draft: unknown) => api.edit(draft),
  find: (id: string) => api.find(id),
  list: async () => (await api.list({ pageNo: '1', pageSize: '200', column: 'code', order: 'asc' })).records,
  isStale: (error: unknown) => error instanceof RequestFailure && error.code === staleCode,
  textOf: failureText,
}

/** Each change is stored when it is made; two people on the page see each other's cells and changes. */
export default function InstantSaveExample() {
  const table = useRef<EditableTableHandle>(null)
  const mayEdit = useSession(({ permissions }) => canDo(permissions, permissionOf(position, 'edit')))
  // Read once: from then on the live table keeps the rows itself, and a second reading would take what is not stored yet.
  const rows = useQuery({
    queryKey: ['showcase-instant-save'],
    queryFn: calls.list,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const live = useLiveTable(table, 'position', calls, rows.isSuccess)
  if (rows.error) return <Alert type="error" showIcon title={failureText(rows.error)} />
  return (
    <>
      <LiveTableNotes live={live} handle={table} />
      <EditableTable
        ref={table}
        empty="还没有职务，请先在“系统管理 → 职务管理”中新增"
        label="即时保存"
        columns={columns}
        rows={rows.data ?? noRows}
        ports={consolePorts}
        isLoading={rows.isLoading}
        isReadOnly={!mayEdit}
        excludedCodes={noNewRows}
        toolbar={['history']}
      />
    </>
  )
}

const noRows: readonly { readonly id: string }[] = []
const noNewRows = ['add', 'batch_delete']
