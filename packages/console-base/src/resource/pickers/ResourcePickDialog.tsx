import { permissionOf, type Resource } from '@suoan/contract'
import { pickerPageSizes, pickerWidths, RecordPicker } from '@suoan/ui/pickers'
import type { Chosen } from '@suoan/ui/pickers'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldOf, type ListRow } from '../list-row.ts'
import { initialListState, listQuery, pageSizes, type ListState } from '../list-state.ts'
import { QueryForm } from '../parts/QueryForm.tsx'
import { resourceApi } from '../resource-api.ts'
import { resourceKey } from '../resource-key.ts'
import { CellText } from '../widgets/CellText.tsx'
import { feedback } from '../../feedback.ts'
import { useHiddenParts } from '../../session/Can.tsx'
import { EmptyState } from '../../states/EmptyState.tsx'
import { ErrorState } from '../../states/ErrorState.tsx'
import { KeptNote } from '../../states/KeptNote.tsx'
import { pickerLook } from './picker-look.ts'
import '../resource.css'
import './pickers.css'

interface Props {
  readonly resource: Resource
  readonly initial: readonly Chosen[]
  readonly multiple: boolean
  /** Field of the row that is stored. */
  readonly by: string
  /** What was chosen, and the rows of it; of what was chosen before and not met again only the stored field. */
  onConfirm(chosen: readonly Chosen[], rows: readonly Readonly<Record<string, unknown>>[]): void
  onCancel(): void
}

/**
 * Picks rows of a resource in a dialog: roles and positions in two panes (5-screens.md §13.6), everything else in the
 * popup, whose columns and queries are those of its list (§13.10). Needs the permission to list the resource.
 */
export function ResourcePickDialog({ resource, by, onConfirm, ...props }: Props) {
  const look = pickerLook(resource)
  const [state, setState] = useState<ListState>({
    ...initialListState(resource),
    pageSize: look.pane ? pickerPageSizes[0] : pageSizes[0],
  })
  const wire = listQuery(state, resource)
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const given = look.columns.filter((name) => !hidden.includes(name))
  const client = useQueryClient()
  const pages = [...resourceKey(resource), 'pick']
  const keyOf = (row: ListRow) => String(row[by] ?? row.id)
  const rowOf = ({ key }: Chosen) =>
    client
      .getQueriesData<{ readonly records: readonly ListRow[] }>({ queryKey: pages })
      .flatMap(([, page]) => page?.records ?? [])
      .find((row) => keyOf(row) === key) ?? { [by]: key }
  const found = useQuery({
    queryKey: [...pages, wire],
    queryFn: ({ signal }) => resourceApi(resource).list(wire, signal),
    placeholderData: keepPreviousData,
  })
  const search = (filters: ListState['filters']) => setState({ ...state, filters, pageNo: 1 })
  return (
    <RecordPicker<ListRow>
      {...props}
      title={look.title}
      width={pickerWidths[look.kind]}
      {...(look.pane ? { pane: look.pane } : {})}
      choiceOf={(row) => ({
        key: keyOf(row),
        label: String(row[resource.label] ?? row.id),
      })}
      rows={found.data?.records ?? []}
      total={Number(found.data?.total ?? 0)}
      loading={found.isFetching}
      note={<KeptNote query={found} />}
      instead={
        found.isLoadingError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null
      }
      empty={<EmptyState text={`没有符合条件的${resource.title}，请换个条件再查`} />}
      pageNo={state.pageNo}
      pageSize={state.pageSize}
      onPage={(no, pageSize) =>
        setState({ ...state, pageNo: pageSize === state.pageSize ? no : 1, pageSize })
      }
      search={
        <QueryForm
          resource={resource}
          names={look.search}
          filters={state.filters}
          loading={found.isFetching && !found.isPending}
          onSearch={search}
          onReset={() => search({})}
        />
      }
      columns={given.map((name) => {
        const field = fieldOf(resource, name)
        return {
          title: field?.label ?? name,
          key: name,
          ellipsis: true,
          render: (_, row) => (field ? <CellText field={field} name={name} row={row} /> : null),
        }
      })}
      onConfirm={(chosen) => {
        if (!look.pane && chosen.length === 0) {
          void feedback().message.warning('请选择一条记录')
          return
        }
        onConfirm(chosen, chosen.map(rowOf))
      }}
    />
  )
}
