import { bareAnswers, monitorEndpoints, type InputOf } from '@suoan/contract'
import { requestPage } from '@suoan/console-base/request/client.ts'
import { fillPath } from '@suoan/console-base/request/call.ts'

type Bare = keyof typeof bareAnswers
type Answers = { [N in Bare]: ReturnType<(typeof bareAnswers)[N]['parse']> }

/** Calls of the monitors that answer JSON without an envelope (4-api.md §8). */
export async function fetchBare<N extends Bare>(
  name: N,
  input: Partial<InputOf<(typeof monitorEndpoints)[N]>>,
  signal: AbortSignal,
): Promise<Answers[N]> {
  const { path, rest } = fillPath(monitorEndpoints[name].path, input)
  const answer: unknown = JSON.parse(
    await requestPage({ method: 'GET', path, query: rest, signal, quiet: true }),
  )
  const readers: { readonly [K in Bare]: (given: unknown) => Answers[K] } = {
    metric: (given) => bareAnswers.metric.parse(given),
    trace: (given) => bareAnswers.trace.parse(given),
    redisKeys: (given) => bareAnswers.redisKeys.parse(given),
    redisMemory: (given) => bareAnswers.redisMemory.parse(given),
  }
  return readers[name](answer)
}
