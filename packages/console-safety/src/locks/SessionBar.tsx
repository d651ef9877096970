import type { OpeningMore } from '@suoan/contract'
import { Progress } from 'antd'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { durationText } from '@suoan/console-base/status/wire-time.ts'

interface Props {
  readonly row: Pick<OpeningMore, 'openSec' | 'limitSec'>
  /** When the row was fetched, epoch ms: `openSec` was true then. */
  readonly fetchedAt: number
}

/** How long a lock is open, against its limit; counts on between two answers of the server. */
export function SessionBar({ row, fetchedAt }: Props) {
  const now = useNow(5_000)
  if (row.openSec === undefined) return <span className="cell-empty">—</span>
  const limit = (row.limitSec ?? 0) * 1000
  const open = row.openSec * 1000 + Math.max(0, now - fetchedAt)
  const isOver = limit > 0 && open > limit
  return (
    <span>
      {limit > 0 && (
        <Progress
          percent={Math.min(100, Math.round((open / limit) * 100))}
          size="small"
          showInfo={false}
          strokeColor={isOver ? 'var(--danger)' : 'var(--primary-strong)'}
          aria-label="开启时长占限时"
        />
      )}
      <small style={isOver ? { color: 'var(--danger)' } : {}}>
        {durationText(open)}
        {limit > 0
          ? isOver
            ? `，超时 ${durationText(open - limit)}`
            : ` / ${durationText(limit)}`
          : '，不限时'}
      </small>
    </span>
  )
}
