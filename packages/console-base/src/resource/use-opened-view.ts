import type { Resource } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { feedback } from '../feedback.ts'
import { failureText, RequestFailure } from '../request/failure.ts'
import { DialogPage } from '../tabs/dialog-page.ts'
import { fieldOf } from './list-row.ts'
import { hiddenSort, type ListState } from './list-state.ts'
import { defaultListViews, listView, type FetchedView } from './list-views.ts'
import { useLatest } from './use-latest.ts'

interface Place {
  readonly resource: Resource
  /** The list stands in the address of its page: only such a list has views. */
  readonly isInAddress: boolean
  readonly params: URLSearchParams
  readonly state: ListState
  readonly search: readonly string[] | undefined
  readonly hidden: readonly string[] | undefined
  change(state: ListState): void
}

/**
 * The saved view that a list stands in. A plain address becomes the person's default view; an address that names a view and
 * nothing else becomes what the view keeps; any other address is what it says, whatever became of the view since.
 */
export function useOpenedView({ resource, isInAddress, params, state, search, hidden, change }: Place) {
  const { pathname } = useLocation()
  const hasViews = use(DialogPage) === null && isInAddress
  const [wantsDefault, setWantsDefault] = useState(hasViews && params.size === 0)
  const defaults = useQuery({ ...defaultListViews(), enabled: wantsDefault })
  const own = wantsDefault
    ? defaults.data?.find((each) => each.page === pathname && each.resource === resource.name)
    : undefined
  const id = hasViews ? (own?.id ?? state.view) : null
  const found = useQuery({ ...listView(id ?? ''), enabled: id !== null })
  const [filled, setFilled] = useState<string | null>(null)
  const isBare = id !== null && (own !== undefined || (params.size === 1 && params.has('view')))
  const content = isBare && filled !== id ? found.data : undefined
  const isAnswered = defaults.isSuccess || defaults.isError
  // Until the address says what the default view keeps, the plain list is not asked for.
  const isSettled = isAnswered && (own === undefined || found.isError || params.size > 0)
  useEffect(() => {
    if (isSettled) setWantsDefault(false)
  }, [isSettled])
  const fill = useLatest(({ content: kept, reading }: FetchedView, pageNo = 1) => {
    setFilled(kept.id)
    const { state: next, unused } = reading.stateOfView(kept, resource, search, hidden)
    tellUnused(unused)
    change({ ...next, pageNo, pageSize: state.pageSize })
  })
  useEffect(() => {
    if (content) fill()(content)
  }, [content, fill])
  const unsorted = isInAddress ? hiddenSort(params, resource, hidden ?? none) : null
  const tellUnsorted = useLatest((name: string) => {
    tellUnused([`排序所用的列“${fieldOf(resource, name)?.label ?? name}”您无权查看，未使用`])
    change(state)
  })
  useEffect(() => {
    if (unsorted !== null) tellUnsorted()(unsorted)
  }, [unsorted, tellUnsorted])
  const isChanged = useMemo(() => {
    if (!found.data || state.view === null) return false
    const { content: kept, reading } = found.data
    return !reading.isAsKept(state, reading.stateOfView(kept, resource, search, hidden).state, resource)
  }, [found.data, state, resource, search, hidden])
  const isGone = id !== null && found.error !== null
  return {
    hasViews,
    /** What is shown is not yet known. */
    isOpening: (wantsDefault && !isSettled) || (isBare && filled !== id && !found.isError),
    id: hasViews ? state.view : null,
    name: found.data?.content.name ?? null,
    isChanged,
    /** Why the view of the address is not open, in words; null where it is. */
    problem: isGone && state.view !== null ? goneText(found.error) : null,
    /** Opens a view, on its first page. */
    open: (view: FetchedView) => fill()(view),
    /** The list has just been kept so: it stands in that view from now on. */
    stay: (view: FetchedView) => fill()(view, state.pageNo),
  }
}

const none: readonly string[] = []

function tellUnused(unused: readonly string[]): void {
  if (unused.length > 0) void feedback().message.warning({ key: 'view', content: unused.join('；') })
}

const goneText = (error: Error): string =>
  error instanceof RequestFailure && error.kind === 'business'
    ? '链接中的视图已删除，或没有共享给您；列表按链接里的条件显示'
    : `视图没有打开：${failureText(error)}；列表按链接里的条件显示`
