import { useShown } from '@suoan/ui/shown'
import { useState } from 'react'
import { runAction } from '../resource/run-action.ts'

export interface DialogSubmit {
  /** True while something is being sent. */
  readonly busy: boolean
  /** Sends; a failure is told and leaves the dialog as it is, success closes it. */
  submit(send: () => Promise<void>): Promise<void>
}

/** How a dialog sends what was entered: it closes with the answer, in a hidden tab once that tab is shown again. */
export function useDialogSubmit(onClose: () => void): DialogSubmit {
  const shown = useShown()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async submit(send) {
      setBusy(true)
      await runAction(async () => {
        await send()
        void shown().then(onClose)
      })
      setBusy(false)
    },
  }
}
