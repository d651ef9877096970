import type { TicketTurn, TurnStep } from '@suoan/contract'
import { pieceOf } from '@suoan/domain/work-ticket'
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePlace } from '../use-place.ts'

/** A step that somebody has begun; each beginning is an object of its own. */
interface Beginning {
  readonly step: TurnStep
  /** By the link the page was opened with: what one press of a button would do is not done by a link. */
  readonly byLink: boolean
}

interface Begun {
  readonly begun: Beginning | null
  /** Its dialog is closed, whether it was done or not: the address names it no longer. */
  end(): void
}

/** The step of a ticket's page that is being done: whichever part of the page does it opens its dialog. */
export const BegunStep = createContext<Begun>({ begun: null, end: () => {} })

/** What to call when the dialog of a step is closed. */
export const useEndOfStep = (): (() => void) => use(BegunStep).end

/** Opens what a step asks, once for each beginning, where this part of the page is the one that does it. */
export function useBegun(begin: (step: TurnStep, byLink: boolean) => void): void {
  const { begun } = use(BegunStep)
  const last = useRef<Beginning | null>(null)
  const onBegun = useEffectEvent(begin)
  useEffect(() => {
    // A page that is shown again runs its effects again.
    if (begun === null || begun === last.current) return
    last.current = begun
    onBegun(begun.step, begun.byLink)
  }, [begun])
}

/**
 * The step that is being done on a ticket's page: begun by a button, or by the link that the page was opened with as soon
 * as it is known (`isKnown`) that it is the caller's.
 */
export function useBeginning(turn: TicketTurn | undefined, isKnown: boolean) {
  const { turn: asked, leaveTurn } = usePlace()
  const [begun, setBegun] = useState<Beginning | null>(null)
  const [begunBy, setBegunBy] = useState<string | null>(null)
  if (asked === null && begunBy !== null) setBegunBy(null)
  const isNew = asked !== null && begunBy !== asked && isKnown && turn !== undefined
  const found = isNew ? turn.steps.find((each) => each.isMine && pieceOf(each) === asked) : undefined
  if (isNew && found) {
    setBegunBy(asked)
    setBegun({ step: found, byLink: true })
  }
  return {
    begun,
    begin: (step: TurnStep) => setBegun({ step, byLink: false }),
    end: () => {
      setBegun(null)
      leaveTurn()
    },
    /** The piece of work of the link, where it does not wait for the caller (any more). */
    gone: isNew && !found ? asked : null,
  }
}
