import { sortTooLong, type Page, type Resource } from '@suoan/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { RequestFailure } from '../request/failure.ts'
import type { ListRow } from './list-row.ts'
import {
  initialListState,
  isAsked,
  listQuery,
  pageAfterRemoval,
  readListState,
  writeListState,
} from './list-state.ts'
import type { ListState } from './list-state.ts'
import { openedTree } from './opened-tree.ts'
import { resourceApi } from './resource-api.ts'
import { resourceKey } from './resource-key.ts'
import { useOpenedView } from './use-opened-view.ts'
import { usePageParams } from '../tabs/dialog-page.ts'
import { feedback } from '../feedback.ts'

export interface ListOptions {
  /** Filters that always hold and are not shown, as the wire wants them. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Keep the state in the address of the page (default) or in the component: for lists in drawers and dialogs. */
  readonly stateIn?: 'address' | 'component'
  /** Show the tree instead of pages while nothing is searched; for resources with the tree trait. */
  readonly asTree?: boolean
  /** Last part of the path that answers the tree with whole rows; `queryTreeList` by default. */
  readonly treeVerb?: string
  /**
   * The rows below others, by their ids, for a tree whose branches are loaded when they are opened; `treeVerb` answers its
   * first level then, in which rows with something below have an empty list of children.
   */
  treeBelow?(parentIds: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, ListRow[]>>>
  readonly enabled?: boolean
  /** Fields of the query form; those of the description by default. */
  readonly search?: readonly string[]
  /** Columns that this person is not given: he does not ask about them either. */
  readonly hidden?: readonly string[]
}

/** Rows, state and selection of a list; the parts of `resourcePage` without its looks. */
export function useResourceList(resource: Resource, options: ListOptions = {}) {
  const {
    fixed = none,
    stateIn = 'address',
    asTree = false,
    treeVerb = 'queryTreeList',
    treeBelow,
    enabled = true,
    search,
    hidden,
  } = options
  const [params, setParams] = usePageParams()
  const [own, setOwn] = useState(() => initialListState(resource))
  const inAddress = useMemo(
    () => readListState(params, resource, search, hidden),
    [params, resource, search, hidden],
  )
  const state = stateIn === 'address' ? inAddress : own
  const [selection, setSelection] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<readonly string[]>([])
  const client = useQueryClient()

  const change = (next: ListState) => {
    if (stateIn === 'address') setParams(writeListState(next, resource), { replace: true })
    else setOwn(next)
  }
  const isInAddress = stateIn === 'address'
  const view = useOpenedView({ resource, isInAddress, params, state, search, hidden, change })

  const isTree = asTree && !isAsked({ ...state, unapplied: [] })
  const wire = { ...listQuery(state, resource), ...fixed }
  const isLazy = isTree && treeBelow !== undefined
  const queryKey = [
    ...resourceKey(resource),
    isTree ? 'treePage' : 'list',
    isTree ? treeVerb : wire,
    ...(isLazy ? [opened] : []),
  ]
  const asked = {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page<ListRow>> => {
      const api = resourceApi(resource)
      if (!isTree) return api.list(wire, signal)
      const records = treeBelow
        ? await openedTree(await api.level(signal, treeVerb), opened, (ids) => treeBelow(ids, signal))
        : await api.tree(signal, treeVerb)
      return { records, total: records.length, size: records.length, current: 1, pages: 1 }
    },
  }
  const isAskedNow = enabled && !view.isOpening
  // The request leaves before the page around the list is drawn, which takes as long as the answer.
  if (isAskedNow && client.getQueryState(queryKey) === undefined) void client.prefetchQuery(asked)
  const query = useQuery({ ...asked, placeholderData: keepPreviousData, enabled: isAskedNow })

  const rows = query.data?.records ?? noRows
  const total = Number(query.data?.total ?? 0)
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize))
  const isBeyondEnd = query.isSuccess && !query.isPlaceholderData && state.pageNo > lastPage
  const sortProblem = isSortProblem(query.error) ? query.error : null
  useEffect(() => {
    // An estimated end may lie behind the real one, and rows may have gone since.
    if (isBeyondEnd) change({ ...state, pageNo: lastPage })
  })
  useEffect(() => {
    // Without its filter the list has become too long for this order.
    if (!sortProblem) return
    void feedback().message.warning({ key: 'sort', content: sortProblem.message })
    change({ ...state, ...resource.sort, pageNo: 1 })
  })
  const counting = useMutation({
    mutationFn: async () => (await resourceApi(resource).list({ ...wire, exactTotal: '1' })).total,
    onSuccess: (exact) =>
      client.setQueryData<Page<ListRow>>(
        queryKey,
        (page) => page && { ...page, total: exact, totalEstimated: false },
      ),
  })
  return {
    state,
    /** The saved view it stands in. */
    view,
    isTree,
    /** Of a tree whose branches are loaded when they are opened: those that are, and how that is changed. */
    branches: isLazy ? { opened, change: setOpened } : null,
    query,
    rows,
    total,
    /** `total` is an estimate; `countTotal` replaces it by a count. */
    totalEstimated: query.data?.totalEstimated ?? false,
    countTotal: () => counting.mutate(),
    isCounting: counting.isPending,
    /** The fields this list may be sorted by; undefined while any will do. */
    sortable: query.data?.sortable,
    /** The query as last sent, for an export. */
    wire,
    selection,
    setSelection,
    /** A new search begins at page 1 with nothing selected. */
    search(filters: ListState['filters']) {
      setSelection([])
      change({ ...state, filters, pageNo: 1 })
      void client.invalidateQueries({ queryKey: resourceKey(resource) })
    },
    reset() {
      setSelection([])
      change({
        ...initialListState(resource),
        pageSize: state.pageSize,
        columns: state.columns,
        density: state.density,
      })
      void client.invalidateQueries({ queryKey: resourceKey(resource) })
    },
    setRules(rules: ListState['rules'], match: ListState['match']) {
      setSelection([])
      change({ ...state, rules, match, unapplied: [], pageNo: 1 })
    },
    /** Some of the conditions were taken away. */
    setConditions(conditions: Pick<ListState, 'filters' | 'rules' | 'unapplied'>) {
      setSelection([])
      change({ ...state, ...conditions, pageNo: 1 })
    },
    /** Columns of what is open, in place of those of the person; null = his again. */
    setColumns: (columns: ListState['columns'], density: ListState['density']) =>
      change({ ...state, columns, density }),
    /** Out of the view, with nothing asked. */
    leaveView() {
      setSelection([])
      change({ ...initialListState(resource), pageSize: state.pageSize })
    },
    /** What is open is gone, or is not to be told of any more. */
    forgetView: () => change({ ...state, view: null }),
    setPage: (pageNo: number, pageSize: number) =>
      change({ ...state, pageNo: pageSize === state.pageSize ? pageNo : 1, pageSize }),
    setSort: (column: string, order: 'asc' | 'desc') => change({ ...state, column, order, pageNo: 1 }),
    unsort: () => change({ ...state, ...resource.sort, pageNo: 1 }),
    /** After a change: everything about the resource is fetched again and the selection is cleared. */
    reload(removed = 0) {
      setSelection([])
      const pageNo = pageAfterRemoval(state, rows.length, removed)
      if (removed > 0 && pageNo !== state.pageNo) change({ ...state, pageNo })
      void client.invalidateQueries({ queryKey: resourceKey(resource) })
    },
  }
}

export type ResourceList = ReturnType<typeof useResourceList>

/** What the views of a list need of it; a page that draws its own table has them as well. */
export type ViewedList = Pick<ResourceList, 'state' | 'view' | 'leaveView' | 'forgetView'>

const none = {}
const noRows: readonly ListRow[] = []

const isSortProblem = (error: unknown): error is RequestFailure =>
  error instanceof RequestFailure && error.code === sortTooLong.code
