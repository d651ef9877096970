import { permissionOf, type Endpoint, type Page, type Resource, type TicketRow } from '@suoan/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import {
  initialListState,
  listQuery,
  readListState,
  writeListState,
} from '@suoan/console-base/resource/list-state.ts'
import type { ListState } from '@suoan/console-base/resource/list-state.ts'
import { useOpenedView } from '@suoan/console-base/resource/use-opened-view.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { useHiddenParts } from '@suoan/console-base/session/Can.tsx'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'
import { placeNames } from './use-place.ts'

interface Beside {
  /** Parts of the address that are the page's own, and stay when the list changes. */
  readonly names?: readonly string[]
  /** Something else stands in place of the rows: they are not asked for. */
  readonly isShown?: boolean
}
const noNames: readonly string[] = []

/** Rows of a list endpoint with tabs; page, filters, tab and saved view live in the address. */
export function useTicketList<Row = TicketRow>(
  resource: Resource,
  endpoint: Pick<Endpoint, 'path'>,
  firstTab: string,
  { names = noNames, isShown = true }: Beside = {},
) {
  const [address, setAddress] = usePageParams()
  const params = useMemo(() => listParams(address, names), [address, names])
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  // A view keeps the tab as it keeps the query form.
  const search = useMemo(() => [...resource.search, 'tab'], [resource])
  const whole = useMemo((): ListState => {
    const read = readListState(params, resource, search, hidden)
    return { ...read, filters: { ...read.filters, tab: params.get('tab') ?? firstTab } }
  }, [params, resource, search, hidden, firstTab])
  const state = useMemo((): ListState => {
    const { tab: _, ...filters } = whole.filters
    return { ...whole, filters }
  }, [whole])
  const tab = params.get('tab') ?? firstTab
  const change = (next: ListState, nextTab = tab) => {
    const asked = writeListState(next, resource)
    if (nextTab !== firstTab) asked.set('tab', nextTab)
    setAddress((before) => addressOf(asked, before, names), { replace: true })
  }
  const changeWhole = (next: ListState) => {
    const { tab: nextTab, ...filters } = next.filters
    change({ ...next, filters }, nextTab ?? firstTab)
  }
  const view = useOpenedView({
    resource,
    isInAddress: true,
    params,
    state: whole,
    search,
    hidden,
    change: changeWhole,
  })
  const client = useQueryClient()
  const { field: _, ...asked } = listQuery(state, resource)
  const wire = { ...asked, tab }
  const query = useQuery({
    queryKey: [...resourceKey(resource), 'list', endpoint.path, wire],
    queryFn: async ({ signal }) => {
      const input = { method: 'GET', path: endpoint.path, query: wire, signal } as const
      return (await request<Page<Row & ResourceList['rows'][number]>>(input)).result
    },
    placeholderData: keepPreviousData,
    enabled: isShown && !view.isOpening,
  })
  const [selection, setSelection] = useState<readonly string[]>([])
  const again = () => void client.invalidateQueries({ queryKey: resourceKey(resource) })
  const rows = query.data?.records ?? []
  /** As every other list, so that its table, views and columns are theirs (`useResourceList`). */
  const list: ResourceList = {
    state,
    view,
    isTree: false,
    branches: null,
    query,
    rows,
    total: Number(query.data?.total ?? 0),
    totalEstimated: query.data?.totalEstimated ?? false,
    countTotal: () => undefined,
    isCounting: false,
    sortable: query.data?.sortable,
    wire,
    selection,
    setSelection,
    search(filters) {
      change({ ...state, filters, pageNo: 1 })
      again()
    },
    reset() {
      const { pageSize, columns, density } = state
      change({ ...initialListState(resource), pageSize, columns, density })
      again()
    },
    setRules: (rules, match) => change({ ...state, rules, match, unapplied: [], pageNo: 1 }),
    setConditions: (conditions) => change({ ...state, ...conditions, pageNo: 1 }),
    setColumns: (columns, density) => change({ ...state, columns, density }),
    leaveView: () => change({ ...initialListState(resource), pageSize: state.pageSize }),
    forgetView: () => change({ ...state, view: null }),
    setPage: (pageNo, pageSize) =>
      change({ ...state, pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize }),
    setSort: (column, order) => change({ ...state, column, order, pageNo: 1 }),
    unsort: () => change({ ...state, ...resource.sort, pageNo: 1 }),
    reload: again,
  }
  return {
    ...list,
    tab,
    rows,
    /** What its views keep and open: the tab among what is asked. */
    viewed: { ...list, state: whole },
    setTab: (next: string) => change({ ...state, pageNo: 1 }, next),
    again,
  }
}

/** In the address of these pages `view` is the ticket that is open (`usePlace`); the saved view of the list stands under this name. */
const savedView = 'savedView'

/** What of an address is the list's, as other lists write it. */
function listParams(address: URLSearchParams, names: readonly string[]): URLSearchParams {
  const params = new URLSearchParams(address)
  for (const name of [...placeNames, ...names]) params.delete(name)
  const view = params.get(savedView)
  params.delete(savedView)
  if (view !== null) params.set('view', view)
  return params
}

/** The address that says this of the list; the ticket that is open stays, and what the page keeps beside its list. */
function addressOf(
  params: URLSearchParams,
  before: URLSearchParams,
  names: readonly string[],
): URLSearchParams {
  const address = new URLSearchParams(params)
  address.delete('view')
  const view = params.get('view')
  if (view !== null) address.set(savedView, view)
  for (const name of [...placeNames, ...names]) {
    const value = before.get(name)
    if (value !== null) address.set(name, value)
  }
  return address
}
