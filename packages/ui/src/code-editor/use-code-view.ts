import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'
import type * as CodePart from './code-view.ts'

/**
 * The text under edit, as soon as its part is there. Whoever types in the plain box meanwhile goes on where he was; a
 * word that is being composed is finished first.
 */
export function useCodeView(
  plain: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
): { view: CodePart.CodeView | null; failed: boolean; retry(): void } {
  const [view, setView] = useState<CodePart.CodeView | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const tell = useEffectEvent(onText)
  const begin = useEffectEvent((part: typeof CodePart) => {
    const box = plain.current
    const isTyping = box !== null && box === document.activeElement
    const made = new part.CodeView({
      text,
      cursor: isTyping ? box.selectionStart : null,
      onText: (next) => tell(next),
    })
    setFailed(false)
    setView(made)
    if (isTyping) requestAnimationFrame(() => made.focus())
  })
  useEffect(() => {
    if (view) return
    const wait = new AbortController()
    const { signal } = wait
    let isComposing = false
    const box = plain.current
    box?.addEventListener('compositionstart', () => (isComposing = true), { signal })
    box?.addEventListener('compositionend', () => (isComposing = false), { signal })
    import('./code-view.ts').then(
      (part) => {
        if (signal.aborted) return
        if (box && isComposing) box.addEventListener('compositionend', () => begin(part), { signal })
        else begin(part)
      },
      () => {
        if (!signal.aborted) setFailed(true)
      },
    )
    return () => wait.abort()
  }, [view, attempt, plain])
  return { view, failed, retry: () => setAttempt(attempt + 1) }
}
