import { useEffect, useLayoutEffect, useState } from 'react'

/** What was typed while the palette was open and could not take it yet. */
export interface HeldKeys {
  text(): string
  /** Tells of everything that was typed so far, at once and when more is. @returns ends it */
  listen(tell: (text: string) => void): () => void
}

/**
 * Between Ctrl+K and the line of the palette lie its code and its first drawing: what is typed meanwhile is held for it,
 * and goes to no field or shortcut of the page behind.
 */
export function useHeldKeys(isOpen: boolean, onClose: () => void): HeldKeys {
  const [held] = useState(createHeldKeys)
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    // An input method would write into a field that keeps the focus, whatever is done with its keys.
    if (before instanceof HTMLElement) before.blur()
    return () => {
      held.clear()
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isOpen, held])
  useEffect(() => {
    if (!isOpen) return
    let hasLine = false
    const press = (event: KeyboardEvent) => {
      const active = document.activeElement
      const isInPalette = active !== null && active.closest('.command-palette') !== null
      if (isInPalette && active instanceof HTMLInputElement) hasLine = true
      // The dialog itself has the focus for a moment before its line does.
      if ((isInPalette && hasLine) || active instanceof HTMLButtonElement) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') onClose()
      else if (!held.take(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [isOpen, held, onClose])
  return held
}

/** Keys as text, without a page. */
export function createHeldKeys() {
  let text = ''
  const listeners = new Set<(text: string) => void>()
  return {
    text: () => text,
    listen(tell: (text: string) => void) {
      listeners.add(tell)
      // Whoever listens was drawn with what had been typed then; a quick hand has typed on since.
      if (text !== '') tell(text)
      return () => void listeners.delete(tell)
    },
    /** Takes a key that writes or deletes; false for any other. */
    take(key: string): boolean {
      if (key === 'Backspace') text = [...text].slice(0, -1).join('')
      else if ([...key].length === 1) text += key
      else return false
      for (const tell of listeners) tell(text)
      return true
    },
    clear() {
      text = ''
    },
  }
}
