import { requestPage, type RequestInput } from './client.ts'

/**
 * Calls that answer JSON without an envelope (4-api.md §8). What they answer is the contract of the call, as `result` is
 * of one with an envelope; the caller says which it is.
 */
export async function requestBare<T>(input: RequestInput): Promise<T> {
  return JSON.parse(await requestPage(input)) as T
}
