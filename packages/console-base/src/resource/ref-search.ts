import type { DictItem } from '@suoan/contract'
import { request } from '../request/client.ts'
import { showFailure } from '../feedback.ts'

/** 1-shell.md §7, §9: ten rows, 800 ms after the last key. */
export const dictSearchSize = 10
const dictSearchWaitMs = 800

/** Does something once nobody has typed for 800 ms. @returns forgets it, at the next key */
export function afterLastKey(search: () => void): () => void {
  const timer = setTimeout(search, dictSearchWaitMs)
  return () => clearTimeout(timer)
}

/**
 * Rows of a dictionary in table form whose text has the keyword (1-shell.md §7). A failure is told with the message of
 * the server (§8): the list under the input has no room for it.
 */
export async function searchDict(code: string, keyword: string, signal?: AbortSignal): Promise<DictItem[]> {
  const path = `/sys/dict/loadDict/${encodeURIComponent(code)}`
  const query = { keyword, pageSize: dictSearchSize }
  try {
    return (await request<DictItem[]>({ method: 'GET', path, query, signal })).result ?? []
  } catch (error) {
    showFailure(error)
    throw error
  }
}
