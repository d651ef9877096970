import type { LogMark } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { markOf } from './log-marks.ts'

/** Under which the marks of rows are kept. */
export const logMarkKey = 'lockLogMark'

const looks: Readonly<Record<LogMark['state'], Look>> = {
  ok: { text: '链完整', icon: 'done', tone: 'success' },
  broken: { text: '链断裂', icon: 'reject', tone: 'error' },
  unchained: { text: '未入链', icon: 'none', tone: 'default' },
}

/** Whether a row of the log stands sound in the chain of its lock, and what was said of it later. */
export function LogMarkCell({ id }: { id: string }) {
  const mark = useQuery({
    queryKey: [logMarkKey, id],
    queryFn: () => markOf(id),
    staleTime: 60_000,
    retry: false,
  })
  if (mark.isPending) return <span className="cell-empty">…</span>
  if (!mark.data) return <span className="cell-empty">—</span>
  const { state, seq, remarks } = mark.data
  return (
    <span className="log-mark">
      <StatusBadge look={looks[state]} />
      {seq !== null && <small>第 {seq} 号</small>}
      {remarks.map(({ text, name, time }) => (
        <small key={`${time}${text}`} className="cell-whole" title={time}>
          {name}：{text}
        </small>
      ))}
    </span>
  )
}
