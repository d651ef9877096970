import { point } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'

/** The enabled points of these pieces of equipment, in their usual order. */
export function useEquipPoints(equipIds: readonly string[]) {
  return useQuery({
    queryKey: [...resourceKey(point), 'ofEquip', equipIds],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        equipIds.map((equipId) =>
          resourceApi(point).list(
            { equipId, status: '1', pageNo: '1', pageSize: '200', column: 'seqDefault', order: 'asc' },
            signal,
          ),
        ),
      )
      return pages.flatMap((page) => page.records)
    },
    enabled: equipIds.length > 0,
    staleTime: 30_000,
  })
}
