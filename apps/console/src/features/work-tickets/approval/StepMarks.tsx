import { Mark } from '../../../marks/Mark.tsx'
import { stepMarks, type StepRow } from './step-row.ts'

/** On behalf of whom, added by whom, on site, how late: beside a step's person. */
export function StepMarks({ row }: { row: StepRow }) {
  const looks = stepMarks(row)
  if (looks.length === 0) return null
  return (
    <span className="step-marks">
      {looks.map((look) => (
        <Mark key={look.text} look={look} />
      ))}
    </span>
  )
}
