/**
 * Lets one line per key through in `pauseMs`; answers with how many were kept back since the last one, or undefined to
 * keep this one back too. `at` is epoch ms.
 */
export function createLogGate(pauseMs: number): (key: string, at: number) => number | undefined {
  const gates = new Map<string, { openAt: number; silenced: number }>()
  return (key, at) => {
    const gate = gates.get(key)
    // A clock that stepped back opens the gate instead of closing it for an hour.
    if (gate && at < gate.openAt && gate.openAt - at <= pauseMs) {
      gate.silenced += 1
      return undefined
    }
    gates.set(key, { openAt: at + pauseMs, silenced: 0 })
    return gate?.silenced ?? 0
  }
}
