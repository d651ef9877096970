import type { ReactNode } from 'react'
import './two-facts.css'

interface Props {
  readonly first: ReactNode
  readonly second?: ReactNode
}

/**
 * Two facts of one row under one another: what decides, and below it what explains it. Each stays on its line and is cut
 * at the edge of the column; the whole is in the tooltip where it is a text.
 */
export function TwoFacts({ first, second }: Props) {
  return (
    <span className="two-facts">
      <span title={textOf(first)}>{isEmpty(first) ? <span className="cell-empty">—</span> : first}</span>
      {isEmpty(second) ? null : <small title={textOf(second)}>{second}</small>}
    </span>
  )
}

const isEmpty = (fact: ReactNode): boolean => fact === null || fact === undefined || fact === ''
const textOf = (fact: ReactNode): string | undefined => (typeof fact === 'string' ? fact : undefined)
