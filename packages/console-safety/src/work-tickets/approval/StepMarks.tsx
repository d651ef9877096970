import type { TicketStep } from '@suoan/contract'
import { Mark } from '@suoan/console-base/marks/Mark.tsx'
import { stepMarks } from './step-row.ts'

/** On behalf of whom, added by whom, on site, how late: beside a step's person. */
export function StepMarks({ step }: { step: TicketStep }) {
  const looks = stepMarks(step)
  if (looks.length === 0) return null
  return (
    <span className="step-marks">
      {looks.map((look) => (
        <Mark key={look.text} look={look} />
      ))}
    </span>
  )
}
