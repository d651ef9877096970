import { permissionOf, type Fields, type Resource } from '@suoan/contract'
import { EditableTable } from '@suoan/ui/editable-table'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useCallback } from 'react'
import { failureText } from '../request/failure.ts'
import { resourceApi, type RowOf } from '../resource/resource-api.ts'
import { resourceKey } from '../resource/resource-key.ts'
import { useCan } from '../session/Can.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { RowsEditor, type RowsEditorProps } from './RowsEditor.tsx'
import { changeCount, saveRows, type RowChanges } from './save-rows.ts'

/** The server gives so many at once. */
const most = 1_000

type Editor<F extends Fields, R extends { readonly id: string }> = Pick<
  RowsEditorProps<RowOf<F>, R>,
  | 'label'
  | 'columns'
  | 'markKey'
  | 'rowOf'
  | 'nameOf'
  | 'newRow'
  | 'empty'
  | 'hint'
  | 'isOrdered'
  | 'onUnsaved'
>
interface Props<F extends Fields, R extends { readonly id: string }> extends Editor<F, R> {
  readonly resource: Resource<F>
  /** What the rows are asked by, and their order: `column` and `order`. */
  readonly query: Readonly<Record<string, string>>
  /** What differs between what is stored and the rows of the table; the same function from one drawing to the next. */
  readonly changesOf: (stored: readonly RowOf<F>[], rows: readonly R[]) => RowChanges<RowOf<F> & Revised>
}
interface Revised {
  readonly revision: number
}

/** The rows of a resource in one table; saving stores what changed, by the calls and permissions of the resource. */
export function ResourceRows<F extends Fields, R extends { readonly id: string }>({
  resource,
  query,
  changesOf,
  ...editor
}: Props<F, R>) {
  const client = useQueryClient()
  const api = resourceApi(resource)
  const may = {
    add: useCan(permissionOf(resource, 'add')),
    edit: useCan(permissionOf(resource, 'edit')),
    remove: useCan(permissionOf(resource, 'batch_delete')),
  }
  // Read when the table opens and after each save: what is typed must not be overwritten in between.
  const stored = useQuery({
    queryKey: ['resource-rows', resource.name, query],
    queryFn: ({ signal }) => api.list({ ...query, pageNo: '1', pageSize: String(most) }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const countOf = useCallback(
    (before: readonly RowOf<F>[], rows: readonly R[]) => changeCount(changesOf(before, rows)),
    [changesOf],
  )
  if (stored.isError && !stored.data)
    return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
  if (stored.data && stored.data.total > most)
    return (
      <Alert
        type="info"
        showIcon
        title={`${editor.label}超过 ${most} 条，请关闭“表格编辑”，在列表中逐条修改`}
      />
    )
  if (!stored.data)
    return (
      <EditableTable label={editor.label} columns={editor.columns} rows={noRows} toolbar={false} isLoading />
    )
  return (
    <RowsEditor<RowOf<F>, R>
      {...editor}
      first={stored.data.records}
      may={may}
      countOf={countOf}
      save={async (before, rows) => {
        const outcome = await saveRows({ ...api, textOf: failureText }, changesOf(before, rows))
        void client.invalidateQueries({ queryKey: resourceKey(resource) })
        return { ...outcome, now: (await stored.refetch({ throwOnError: true })).data?.records ?? [] }
      }}
    />
  )
}

const noRows: readonly never[] = []
