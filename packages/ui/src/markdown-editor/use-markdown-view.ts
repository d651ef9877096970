import { useEffect, useEffectEvent, useState } from 'react'
import type * as MarkdownPart from './markdown-view.ts'

/** The view of a Markdown text, as soon as its part is there. */
export function useMarkdownView(
  text: string,
  onText: (text: string) => void,
): { view: MarkdownPart.MarkdownView | null; failed: boolean; retry(): void } {
  const [view, setView] = useState<MarkdownPart.MarkdownView | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const tell = useEffectEvent(onText)
  const begin = useEffectEvent((part: typeof MarkdownPart) => {
    setFailed(false)
    setView(new part.MarkdownView(text, (next) => tell(next)))
  })
  useEffect(() => {
    if (view) return
    let isGone = false
    import('./markdown-view.ts').then(
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
  }, [view, attempt])
  return { view, failed, retry: () => setAttempt(attempt + 1) }
}
