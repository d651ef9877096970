import type { DraftMark, DraftMarks } from '@suoan/ui/fence-editor'

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function markOf(stored: unknown): DraftMark | null {
  if (typeof stored !== 'object' || stored === null || !('x' in stored && 'y' in stored)) return null
  const [x, y] = [numberOf(stored.x), numberOf(stored.y)]
  if (x === null || y === null) return null
  return {
    x,
    y,
    lng: 'lng' in stored ? numberOf(stored.lng) : null,
    lat: 'lat' in stored ? numberOf(stored.lat) : null,
  }
}

/** Stored marks as they are drawn, their places perhaps missing; null where something else is stored. */
export function draftMarksOf(stored: unknown): DraftMarks | null {
  if (!Array.isArray(stored) || stored.length !== 2) return null
  const [one, other] = [markOf(stored[0]), markOf(stored[1])]
  return one && other && [one, other]
}
