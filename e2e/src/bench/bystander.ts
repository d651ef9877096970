import { API, type ApiClient } from '../support/api-client.ts'
import type { OurServer } from './bench-world.ts'

/** Asks for a page of a list again and again until it is ended; answers its p50, p99 and longest time in ms. */
export function watchBystander(server: OurServer, client: ApiClient): { end(): Promise<string> } {
  const waits: number[] = []
  const state = { over: false }
  const url = `${server.process.url}${API}/sys/user/list?pageNo=1&pageSize=10`
  // A server that ends early is told of by the work beside which this asks.
  const asking = (async () => {
    while (!state.over) {
      const begun = performance.now()
      const answer = await fetch(url, { headers: client.headers }).catch(() => null)
      if (answer === null) break
      await answer.arrayBuffer()
      waits.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    async end() {
      state.over = true
      await asking
      const sorted = waits.toSorted((a, b) => a - b)
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
      return `${at(0.5)} / ${at(0.99)} / ${(sorted.at(-1) ?? 0).toFixed(0)}`
    },
  }
}
