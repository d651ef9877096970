import type { Place } from '@suoan/kit/ground'
import { useState } from 'react'
import { handlesOf, type Fence } from './model/fence.ts'

/** As many steps are taken back at most. */
const mostSteps = 100

/** The fence that is drawn: its drag in progress, the handle that is chosen, and the steps that can be taken back. */
export function useFence(fence: Fence, onChange: (fence: Fence) => void) {
  const [draft, setDraft] = useState<Fence | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [past, setPast] = useState<readonly Fence[]>([])
  const shown = draft ?? fence
  const places: readonly Place[] = handlesOf(shown)
  return {
    shown,
    /** The chosen handle; none where the fence changed from outside and has it no more. */
    chosen: chosen !== null && chosen < places.length ? chosen : null,
    choose: setChosen,
    /** Shows a change that is not made yet; null gives it up. */
    preview: setDraft,
    change(next: Fence, nextChosen: number | null = chosen) {
      setDraft(null)
      setChosen(nextChosen)
      if (next === fence) return
      setPast([...past, fence].slice(-mostSteps))
      onChange(next)
    },
    // What another kind of fence held is no step of this one.
    canUndo: past.at(-1)?.kind === fence.kind,
    undo() {
      const last = past.at(-1)
      if (last?.kind !== fence.kind) return
      setDraft(null)
      setPast(past.slice(0, -1))
      onChange(last)
    },
  }
}
