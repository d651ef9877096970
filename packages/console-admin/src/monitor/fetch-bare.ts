import { monitorEndpoints, type bareAnswers, type InputOf } from '@suoan/contract'
import { requestBare } from '@suoan/console-base/request/bare.ts'
import { fillPath } from '@suoan/console-base/request/call.ts'

type Bare = keyof typeof bareAnswers

/** Calls of the monitors that answer JSON without an envelope (4-api.md §8). */
export async function fetchBare<N extends Bare>(
  name: N,
  input: Partial<InputOf<(typeof monitorEndpoints)[N]>>,
  signal: AbortSignal,
): Promise<ReturnType<(typeof bareAnswers)[N]['parse']>> {
  const { path, rest } = fillPath(monitorEndpoints[name].path, input)
  return await requestBare({ method: 'GET', path, query: rest, signal, quiet: true })
}
