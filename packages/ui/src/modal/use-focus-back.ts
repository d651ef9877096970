import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was when this was first shown. The component library does so only for a dialog that
 * is told to close and stays; ours are taken away.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
