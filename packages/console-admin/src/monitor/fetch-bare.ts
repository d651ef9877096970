import { requestPage } from '@suoan/console-base/request/client.ts'
import { fillPath } from '@suoan/console-base/request/call.ts'

/** Calls of the monitors that answer JSON without an envelope (4-api.md §8). The caller says what it is. */
export async function fetchBare<T>(
  path: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<T> {
  const { path: filled, rest } = fillPath(path, input)
  return JSON.parse(await requestPage({ method: 'GET', path: filled, query: rest, signal, quiet: true })) as T
}
