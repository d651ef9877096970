import { categoryEndpoints, type TreeItem } from '@suoan/contract'
import { call } from '../request/call.ts'
import { RequestFailure, failureText } from '../request/failure.ts'
import { feedback } from '../feedback.ts'
import { namesByKey } from './stored-names.ts'

/**
 * Roots of a category tree, below the node with the code `pcode` ("0" = all). A failure is told as an error with the
 * message of the server (1-shell.md §8): without roots there is nothing to choose from.
 * @param condition JSON object text that narrows them down, e.g. `{"name":"锁"}`; empty for all
 */
export async function loadCategoryRoots(
  pcode: string,
  condition: string,
  signal: AbortSignal,
): Promise<TreeItem[]> {
  try {
    return condition.trim() === ''
      ? await call(categoryEndpoints.loadTreeRoot, { async: 'true', pcode }, { signal })
      : await call(categoryEndpoints.loadTreeData, { pcode, condition }, { signal })
  } catch (error) {
    const isNotified = error instanceof RequestFailure && (error.shown || error.kind === 'aborted')
    if (!isNotified) void feedback().message.error(failureText(error))
    throw error
  }
}

/** One level below a node. */
export const loadCategoryChildren = (pid: string, signal: AbortSignal): Promise<TreeItem[]> =>
  call(categoryEndpoints.loadTreeChildren, { pid }, { signal })

/** Names of chosen ids; null for one that is gone. */
export const loadCategoryNames = (
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> =>
  namesByKey(ids, (part) =>
    call(
      categoryEndpoints.loadDictItem,
      { ids: part.join(','), delNotExist: 'false' },
      { signal, quiet: true },
    ),
  )
