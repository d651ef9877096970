import { LateTooltip } from './LateTooltip.tsx'
import { useServerNow } from './use-now.ts'
import { ageText, parseWireTime } from './wire-time.ts'

/** A time as its age, the exact time on hover (3-domain.md §6). */
export function Age({ at }: { at: unknown }) {
  const now = useServerNow()
  const time = parseWireTime(at)
  if (time === null) return <span className="cell-empty">—</span>
  return (
    <LateTooltip title={String(at)}>
      <time dateTime={new Date(time).toISOString()}>{ageText(time, now)}</time>
    </LateTooltip>
  )
}
