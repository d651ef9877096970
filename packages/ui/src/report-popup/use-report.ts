import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportQuery, reportRowKey } from './report.ts'
import type {
  ReportData,
  ReportFilters,
  ReportHead,
  ReportPage,
  ReportQueryField,
  ReportRow,
  ReportSource,
} from './report.ts'

const noRows: readonly ReportRow[] = []

interface Reports {
  onInitFailed(text: string): void
  onQueryInfoFailed(text: string): void
}

/**
 * A report while its popup is open: how it looks and what it is asked by, then page after page of it.
 * @param param parameters of the report, sent as `self_…`
 */
export function useReport(
  source: ReportSource,
  code: string,
  param: Readonly<Record<string, string>>,
  { onInitFailed, onQueryInfoFailed }: Reports,
) {
  const [head, setHead] = useState<ReportHead | null>(null)
  const [fields, setFields] = useState<readonly ReportQueryField[]>([])
  const [page, setPage] = useState<ReportPage>({ pageNo: 1, pageSize: 10, sort: null })
  const [filters, setFilters] = useState<ReportFilters>({})
  const [found, setFound] = useState<ReportData | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [round, setRound] = useState(0)

  // What is chosen may stand on another page.
  const met = useRef(new Map<string, ReportRow>())

  const open = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const looks = await source.head(code, signal)
      if (signal.aborted) return
      setHead(looks)
      const asked = await source.queryInfo(looks.cgRpConfigId, signal).catch((error: unknown) => {
        // The rows can be chosen from without a query.
        if (!signal.aborted) onQueryInfoFailed(source.failureText(error))
        return []
      })
      if (!signal.aborted) setFields(asked)
    } catch (error) {
      if (!signal.aborted) onInitFailed(source.failureText(error))
    }
  })
  const load = useEffectEvent(async (reportId: string, signal: AbortSignal) => {
    setLoading(true)
    try {
      const data = await source.data(reportId, reportQuery(page, filters, param), signal)
      if (signal.aborted) return
      for (const row of data.records) met.current.set(reportRowKey(head?.columns ?? [], row), row)
      setFound(data)
      setFailure(null)
      setLoading(false)
    } catch (error) {
      if (signal.aborted) return
      setFailure(source.failureText(error))
      setLoading(false)
    }
  })
  useEffect(() => {
    const controller = new AbortController()
    void open(controller.signal)
    return () => controller.abort()
  }, [code])
  const reportId = head?.cgRpConfigId ?? null
  useEffect(() => {
    if (reportId === null) return undefined
    const controller = new AbortController()
    void load(reportId, controller.signal)
    return () => controller.abort()
  }, [reportId, page, filters, round])

  return {
    head,
    fields,
    page,
    rows: found?.records ?? noRows,
    total: found?.total ?? 0,
    /** Sums of all rows of the query, by column; null where the source could not add them up. */
    totals: found?.totals,
    /** What the rows are asked by. */
    query: reportQuery(page, filters, param),
    failure,
    isLoading,
    setPage,
    search(asked: ReportFilters) {
      setPage({ ...page, pageNo: 1 })
      setFilters(asked)
    },
    /** The rows that were met on any page, by their keys. */
    rowsOf: (keys: readonly string[]): readonly ReportRow[] =>
      keys.map((key) => met.current.get(key)).filter((row) => row !== undefined),
    reload: () => setRound(round + 1),
  }
}
