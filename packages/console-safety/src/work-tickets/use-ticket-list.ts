import type { Endpoint, Page, Resource, TicketRow } from '@suoan/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import {
  initialListState,
  listQuery,
  readListState,
  writeListState,
} from '@suoan/console-base/resource/list-state.ts'
import type { ListState } from '@suoan/console-base/resource/list-state.ts'
import { resourceKey } from '@suoan/console-base/resource/use-resource-list.ts'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'

/** Rows of a list endpoint with tabs; page, filters and tab live in the address. */
export function useTicketList<Row = TicketRow>(
  resource: Resource,
  endpoint: Pick<Endpoint, 'path'>,
  firstTab: string,
) {
  const [params, setParams] = usePageParams()
  const state = useMemo(() => readListState(params, resource), [params, resource])
  const tab = params.get('tab') ?? firstTab
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [...resourceKey(resource), 'list', endpoint.path, tab, state],
    queryFn: async ({ signal }) => {
      const { field: _, ...asked } = listQuery(state, resource)
      const input = { method: 'GET', path: endpoint.path, query: { ...asked, tab }, signal } as const
      return (await request<Page<Row>>(input)).result
    },
    placeholderData: keepPreviousData,
  })
  const change = (next: ListState, nextTab = tab) => {
    const address = writeListState(next, resource)
    if (nextTab !== firstTab) address.set('tab', nextTab)
    setParams(address, { replace: true })
  }
  const again = () => void client.invalidateQueries({ queryKey: resourceKey(resource) })
  return {
    state,
    tab,
    query,
    rows: query.data?.records ?? [],
    total: Number(query.data?.total ?? 0),
    setTab: (next: string) => change({ ...state, pageNo: 1 }, next),
    setPage: (pageNo: number, pageSize: number) =>
      change({ ...state, pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize }),
    search(filters: ListState['filters']) {
      change({ ...state, filters, pageNo: 1 })
      again()
    },
    reset() {
      change({ ...initialListState(resource), pageSize: state.pageSize })
      again()
    },
    setRules: (rules: ListState['rules'], match: ListState['match']) =>
      change({ ...state, rules, match, unapplied: [], pageNo: 1 }),
    setConditions: (conditions: Pick<ListState, 'filters' | 'rules' | 'unapplied'>) =>
      change({ ...state, ...conditions, pageNo: 1 }),
    again,
  }
}
