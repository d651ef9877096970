import { ExperimentOutlined, QuestionCircleOutlined, WarningFilled } from '@ant-design/icons'
import type { TicketRow } from '@suoan/contract'
import { Progress } from 'antd'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { durationText, parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { pointsDone } from './points-done.ts'

/** How far the points are, when gas is due, and what signers still ask: nothing where there is nothing of it. */
export function TicketProgress({ row }: { row: TicketRow }) {
  const done = pointsDone(row)
  return (
    <span className="ticket-progress">
      {done && (
        <span>
          <small>
            {done.word} {done.count}/{done.total}
          </small>
          <Progress
            percent={Math.round((done.count / done.total) * 100)}
            size="small"
            showInfo={false}
            strokeColor="var(--primary-strong)"
            aria-label={`${done.word} ${done.count}/${done.total}`}
          />
        </span>
      )}
      <GasDue due={row.progress.gasDue} />
      {row.progress.openQuestions > 0 && (
        <small className="progress-warn">
          <QuestionCircleOutlined /> {row.progress.openQuestions} 问未答
        </small>
      )}
    </span>
  )
}

const soonMs = 10 * 60_000

function GasDue({ due }: { due: string | null }) {
  const now = useServerNow()
  const at = parseWireTime(due)
  if (at === null) return null
  const left = at - now
  return (
    <small
      title={`须在 ${due} 前复测`}
      className={left < 0 ? 'progress-late' : left < soonMs ? 'progress-warn' : ''}
    >
      {left < soonMs ? <WarningFilled /> : <ExperimentOutlined />}{' '}
      {left < 0 ? `气体复测超时 ${durationText(-left)}` : `${durationText(left)}后复测气体`}
    </small>
  )
}
