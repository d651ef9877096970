import { ClockCircleOutlined, WarningFilled } from '@ant-design/icons'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'

/** What is left of a step's time, or by how much it is late. */
export function TimeLeft({ due }: { due: string | null }) {
  const now = useServerNow()
  const at = parseWireTime(due)
  if (at === null) return <span className="cell-empty">不限时</span>
  return at < now ? (
    <span className="time-late" title={`时限 ${due}`}>
      <WarningFilled /> 已超时 {durationText(now - at)}
    </span>
  ) : (
    <span title={`时限 ${due}`}>
      <ClockCircleOutlined /> 剩余 {durationText(at - now)}
    </span>
  )
}
