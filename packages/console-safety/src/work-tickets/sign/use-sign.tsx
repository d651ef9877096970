import { useState, type ReactNode } from 'react'
import { SignDialog, type SignSubject } from './SignDialog.tsx'

interface Asking {
  readonly what: string
  readonly demand: string
  readonly subjects: readonly SignSubject[]
  settle(signProof: string | null): void
}

/** The fields a call sends for its signature; none where the policy is content with the session. */
export type SignGiven = { signProof?: string }

/**
 * Asks for the signature that a step demands: gives what the call sends, or null when the person went back. `dialog`
 * stands in the page of whoever asks.
 */
export function useSign(): {
  sign(what: string, demand: string | null, subjects: readonly SignSubject[]): Promise<SignGiven | null>
  readonly dialog: ReactNode
} {
  const [asking, setAsking] = useState<Asking | null>(null)
  const sign = async (what: string, demand: string | null, subjects: readonly SignSubject[]) => {
    if (demand === null || demand === 'SESSION') return {}
    const signProof = await new Promise<string | null>((settle) => {
      setAsking({ what, demand, subjects, settle })
    })
    setAsking(null)
    return signProof === null ? null : { signProof }
  }
  const dialog = asking && (
    <SignDialog
      what={asking.what}
      demand={asking.demand}
      subjects={asking.subjects}
      onProved={asking.settle}
      onClose={() => asking.settle(null)}
    />
  )
  return { sign, dialog }
}
