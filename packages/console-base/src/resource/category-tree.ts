import { categoryEndpoints, type TreeItem } from '@suoan/contract'
import { call } from '../request/call.ts'
import { RequestFailure, failureText } from '../request/failure.ts'
import { feedback } from '../feedback.ts'

/**
 * Roots of a category tree, below the node with the code `pcode` ("0" = all). A failure is told as an error with the
 * message of the server (1-shell.md §8): without roots there is nothing to choose from.
 */
export async function loadCategoryRoots(pcode: string, signal?: AbortSignal): Promise<TreeItem[]> {
  try {
    return await call(categoryEndpoints.loadTreeRoot, { async: 'true', pcode }, options(signal))
  } catch (error) {
    const isNotified = error instanceof RequestFailure && (error.shown || error.kind === 'aborted')
    if (!isNotified) void feedback().message.error(failureText(error))
    throw error
  }
}

/** One level below a node. */
export const loadCategoryChildren = (pid: string): Promise<TreeItem[]> =>
  call(categoryEndpoints.loadTreeChildren, { pid })

/** Names of chosen ids, in their order; the id itself where it is gone. */
export const loadCategoryNames = (ids: readonly string[], signal?: AbortSignal): Promise<string[]> =>
  call(
    categoryEndpoints.loadDictItem,
    { ids: ids.join(','), delNotExist: 'false' },
    { ...options(signal), quiet: true },
  )

const options = (signal?: AbortSignal) => (signal ? { signal } : {})
