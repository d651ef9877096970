import { useEffect, useEffectEvent, useState } from 'react'

/** Names of stored values, all in one call; null for one that is gone. A rejection leaves the values as they are. */
export type LoadNames = (
  values: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string | null>>

/**
 * Names of the chosen values: asked for in one call, those seen in the tree until then.
 * @param round asks anew when it changes: what is chosen may have been deleted since
 */
export function useNames(
  values: readonly string[],
  seen: ReadonlyMap<string, string>,
  loadNames: LoadNames,
  round: number,
): ReadonlyMap<string, string | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, string | null>>(new Map())
  const ask = useEffectEvent((signal: AbortSignal) => {
    if (values.length === 0) return
    loadNames(values, signal).then(
      (names) => {
        if (!signal.aborted) setKnown(names)
      },
      // Who may not ask for names sees what is stored.
      () => undefined,
    )
  })
  // Compared by its content: a form hands out a new list each time it draws.
  const key = JSON.stringify(values)
  useEffect(() => {
    const controller = new AbortController()
    ask(controller.signal)
    return () => controller.abort()
  }, [key, round])
  return new Map([...seen, ...known])
}
