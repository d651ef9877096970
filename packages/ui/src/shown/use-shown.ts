import { useEffect, useState } from 'react'
import { ShownGate } from './shown-gate.ts'

/**
 * For a dialog that closes itself when an answer comes: the promise is fulfilled while this dialog is on the screen, after
 * its tab is shown again where that was hidden, and never once the dialog is closed. What stands open by then is another
 * one, and a late answer must not close that.
 */
export function useShown(): () => Promise<void> {
  const [gate] = useState(() => new ShownGate())
  useEffect(() => gate.show(), [gate])
  return gate.shown
}
