import { useEffect, useEffectEvent, useState } from 'react'
import type * as RichPart from './rich-view.ts'

/** The part that edits, as soon as it is there, and the text under edit in it. */
export interface LoadedPart {
  readonly part: typeof RichPart
  readonly view: RichPart.RichView
}

/**
 * Loads the part and makes the text under edit once: it outlives its elements, so that text and undo are there when a
 * hidden tab is shown again.
 */
export function useRichView(make: (part: typeof RichPart) => RichPart.RichView): {
  loaded: LoadedPart | null
  failed: boolean
  retry(): void
} {
  const [loaded, setLoaded] = useState<LoadedPart | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const begin = useEffectEvent((part: typeof RichPart) => {
    setFailed(false)
    setLoaded({ part, view: make(part) })
  })
  useEffect(() => {
    if (loaded) return
    let isGone = false
    import('./rich-view.ts').then(
      (part) => {
        if (!isGone) begin(part)
      },
      () => {
        if (!isGone) setFailed(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [loaded, attempt])
  return { loaded, failed, retry: () => setAttempt(attempt + 1) }
}
