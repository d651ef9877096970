import { turnParam } from '@suoan/contract'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'

/** Parts of the address that say which ticket is open. */
export const placeNames = ['view', 'edit', 'decide', 'step', turnParam] as const
type Name = (typeof placeNames)[number]

/** What a page of tickets shows beside its list; stands in the address, so that it can be linked and reloaded. */
export function usePlace() {
  const [params, setParams] = usePageParams()
  const go = (place: Partial<Record<Name, string>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const name of placeNames) next.delete(name)
      for (const [name, value] of Object.entries(place)) next.set(name, value)
      return next
    })
  return {
    view: params.get('view'),
    edit: params.get('edit'),
    decide: params.get('decide'),
    step: params.get('step'),
    /** The step of the ticket that the link asks for (`pieceOf`). */
    turn: params.get(turnParam),
    openView: (id: string) => go({ view: id }),
    /** `new` begins a blank ticket. */
    openEdit: (id: string, step?: number) =>
      go({ edit: id, ...(step === undefined ? {} : { step: String(step) }) }),
    openDecision: (id: string) => go({ decide: id }),
    close: () => go({}),
    /** The link is followed: the address names the ticket alone. */
    leaveTurn: () => {
      if (!params.has(turnParam)) return
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete(turnParam)
          return next
        },
        { replace: true },
      )
    },
  }
}
