import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { area } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'

export type AreaRow = RowOf<typeof area.fields>

/** Rows of a page, and pages of a plant at most. */
const [pageSize, mostPages] = [500, 4]

/**
 * All areas that one may read, with their plans and fences: what surrounds the area of a form. While there are none, a
 * fence is drawn on a sheet of its own.
 */
export function useAreas(): readonly AreaRow[] {
  const found = useQuery({
    queryKey: [...resourceKey(area), 'all'],
    queryFn: async ({ signal }) => {
      const rows: AreaRow[] = []
      for (let page = 1; page <= mostPages; page += 1) {
        const answer = await resourceApi(area).list(
          { pageNo: String(page), pageSize: String(pageSize), column: 'areaCode', order: 'asc' },
          signal,
        )
        rows.push(...answer.records)
        if (answer.records.length === 0 || rows.length >= answer.total) break
      }
      return rows
    },
    staleTime: 30_000,
  })
  return found.data ?? none
}

const none: readonly AreaRow[] = []
