import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'

const names = ['view', 'edit', 'decide', 'step'] as const
type Name = (typeof names)[number]

/** What a page of tickets shows beside its list; stands in the address, so that it can be linked and reloaded. */
export function usePlace() {
  const [params, setParams] = usePageParams()
  const go = (place: Partial<Record<Name, string>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const name of names) next.delete(name)
      for (const [name, value] of Object.entries(place)) next.set(name, value)
      return next
    })
  return {
    view: params.get('view'),
    edit: params.get('edit'),
    decide: params.get('decide'),
    step: params.get('step'),
    openView: (id: string) => go({ view: id }),
    /** `new` begins a blank ticket. */
    openEdit: (id: string, step?: number) =>
      go({ edit: id, ...(step === undefined ? {} : { step: String(step) }) }),
    openDecision: (id: string) => go({ decide: id }),
    close: () => go({}),
  }
}
