import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'

/** How long a step has been waiting, the moment it arrived on hover. */
export function Waited({ since }: { since: string | null }) {
  const now = useServerNow()
  const at = parseWireTime(since)
  if (at === null) return <span className="cell-empty">—</span>
  return <span title={`到达 ${since}`}>{durationText(Math.max(0, now - at))}</span>
}
