import { Monitor } from './Monitor.tsx'
import { MayBoard } from './MayBoard.tsx'

/** 监控 (5-screens.md §9, 3-domain.md §6.1). */
export default function MonitorPage() {
  return (
    <MayBoard>
      <Monitor />
    </MayBoard>
  )
}
