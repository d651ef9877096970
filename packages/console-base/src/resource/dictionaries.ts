import type { DictItem } from '@suoan/contract'
import { useQuery, type Query } from '@tanstack/react-query'
import { request } from '../request/client.ts'
import { RequestFailure } from '../request/failure.ts'
import { readStored, storageKeys, storageLifeMs, writeStored } from '../session/storage.ts'
import { queryClient } from '../query-client.ts'

const dictionaryKey = (code: string) => ['dictionary', code] as const

/** The items of a dictionary: from the cache of the login, else asked once (4-api.md §5.3). */
export function dictionaryQuery(code: string) {
  return {
    queryKey: dictionaryKey(code),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DictItem[]> => {
      const path = `/sys/dict/getDictItems/${encodeURIComponent(code)}`
      try {
        return (await request<DictItem[]>({ method: 'GET', path, signal, quiet: true })).result ?? []
      } catch (error) {
        // A dictionary the server refuses is an empty list (1-shell.md §8), asked for again when it is next needed.
        if (error instanceof RequestFailure && error.kind === 'business') return []
        throw error
      }
    },
    initialData: () => cached(code),
    staleTime: (query: Query<DictItem[]>) => (query.state.data?.length === 0 ? 0 : storageLifeMs),
    gcTime: storageLifeMs,
  }
}

/** Options of a dictionary; empty while it loads or when the server has none by this code. */
export function useDictionary(code: string): readonly DictItem[] {
  return useQuery(dictionaryQuery(code)).data ?? []
}

/** Text of a value; the value itself when the dictionary does not know it. */
export function dictionaryText(items: readonly DictItem[], value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  return String(value)
    .split(',')
    .map((part) => items.find((item) => item.value === part)?.text ?? part)
    .join(',')
}

/** Takes over all dictionaries at once: after the login and after 清理缓存. */
export function storeDictionaries(all: unknown): void {
  writeStored(storageKeys.dictionaries, all, localStorage)
  stored = undefined
  queryClient.removeQueries({ queryKey: ['dictionary'] })
}

/** What the storage holds, parsed once: it is tens of kilobytes, and every dictionary of a page is looked up in it. */
let stored: unknown

function cached(code: string): DictItem[] | undefined {
  stored ??= readStored(storageKeys.dictionaries)
  if (typeof stored !== 'object' || stored === null) return undefined
  const items = (stored as Record<string, unknown>)[code]
  return Array.isArray(items) ? items.filter(isItem) : undefined
}

function isItem(value: unknown): value is DictItem {
  return typeof value === 'object' && value !== null && 'value' in value && 'text' in value
}
