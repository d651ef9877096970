import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '@suoan/console-base/request/client.ts'
import { refDictCode } from '@suoan/console-base/resource/widgets/load-resource.ts'
import type { Resource } from '@suoan/contract'

const none: ReadonlyMap<string, string> = new Map()

/** Names of rows of another resource by their ids; empty until they are known. */
export function useRefTexts(resource: Resource, ids: readonly string[]): ReadonlyMap<string, string> {
  const code = refDictCode(resource)
  const key = ids.join(',')
  const names = useQuery({
    queryKey: ['ref', code, 'texts', key],
    queryFn: async ({ signal }) => {
      const path = `/sys/dict/loadDictItem/${encodeURIComponent(code)}`
      const query = { key, delNotExist: 'false' }
      const texts = (await request<string[]>({ method: 'GET', path, query, signal, quiet: true })).result
      return new Map(ids.map((id, index) => [id, texts[index] ?? id]))
    },
    enabled: ids.length > 0,
    // Somebody more is asked for: who was known keeps his name meanwhile.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return names.data ?? none
}
