import { useMemo } from 'react'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'
import { readShown, writeShown, type Shown } from './shown-time.ts'

/** How the tickets are shown, as it stands in the address of the page. */
export function useShown(): readonly [Shown, (next: Shown) => void] {
  const [params, setParams] = usePageParams()
  const shown = useMemo(() => readShown(params), [params])
  const change = (next: Shown) =>
    setParams(
      (before) => {
        const address = new URLSearchParams(before)
        for (const [name, value] of Object.entries(writeShown(next))) {
          if (value === null) address.delete(name)
          else address.set(name, value)
        }
        return address
      },
      { replace: true },
    )
  return [shown, change]
}
