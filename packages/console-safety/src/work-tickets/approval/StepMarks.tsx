import type { TicketStep } from '@suoan/contract'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { stepMarks } from './step-row.ts'

/** On behalf of whom, added by whom, on site, how late: beside a step's person. */
export function StepMarks({ step }: { step: TicketStep }) {
  const looks = stepMarks(step)
  if (looks.length === 0) return null
  return (
    <span className="step-marks">
      {looks.map((look) => (
        <StatusBadge key={look.text} look={look} />
      ))}
    </span>
  )
}
