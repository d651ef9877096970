import { gasDetectorEndpoints, type GasWatchLine, type TicketDetail } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { gasSilentMin, watchProblems } from '@suoan/domain/work-ticket'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'

/** How often the state of the continuous measurement is asked for, ms. */
const askMs = 10_000

interface Watched {
  readonly lines: readonly GasWatchLine[]
  /** Whether the lines are of now; old ones say nothing about the gas. */
  readonly isKnown: boolean
  again(): void
}

/** How each planned gas and place is heard now (G30); empty where no continuous measurement is asked for. */
export function useGasWatch({ ticket, situation }: TicketDetail): Watched {
  const { id: workId, gasContinuous } = ticket
  const isWatched = gasContinuous === 1 && situation.isRunning
  const watch = useQuery({
    queryKey: ['ticket-gas-watch', workId],
    queryFn: ({ signal }) => call(gasDetectorEndpoints.watch, { workId }, { signal, quiet: true }),
    refetchInterval: askMs,
    enabled: isWatched,
  })
  return {
    lines: (isWatched && watch.data) || [],
    isKnown: !isWatched || !watch.isError,
    again: () => void watch.refetch(),
  }
}

/** Says at once what of the continuous measurement is missing, and what becomes of it. */
export function GasWatch({ detail }: { detail: TicketDetail }) {
  const { lines, isKnown, again } = useGasWatch(detail)
  if (!isKnown)
    return (
      <Alert
        className="gap-bottom"
        type="error"
        showIcon
        title="气体连续监测情况未知：没有取到最新数据"
        description="请看检测仪上的读数；看不到或不合格时停止作业、组织人员撤离。"
        action={
          <Button size="small" onClick={again}>
            重试
          </Button>
        }
      />
    )
  const problems = watchProblems(lines)
  if (problems.length === 0) return null
  const isAtWork = detail.situation.isLive && !detail.situation.isBeforeStart && !detail.situation.isSuspended
  return (
    <Alert
      className="gap-bottom"
      type={isAtWork ? 'error' : 'warning'}
      showIcon
      title={isAtWork ? '气体连续监测中断' : '本作业须连续监测气体，监测尚未到位'}
      description={
        <>
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
          <div>
            {isAtWork
              ? `中断满 ${gasSilentMin.stop} 分钟自动停止作业，请立即检查检测仪或组织人员撤离。`
              : '由气体检测人或监护人在“气体”页把检测仪指派到所列部位，开机联网，等到读数合格。'}
          </div>
        </>
      }
    />
  )
}

const states = {
  live: { color: 'success', text: '连续监测中' },
  quiet: { color: 'warning', text: '读数延迟' },
  silent: { color: 'error', text: '监测中断' },
  none: { color: 'default', text: '未指派检测仪' },
} as const

/** The state of one gas at one place; when it was heard last, where it is not heard. */
export function GasWatchTag({ line }: { line: GasWatchLine }) {
  const { color, text } = states[line.state]
  const since = line.state === 'live' || line.since === null ? '' : ` 自 ${line.since.slice(11, 16)}`
  return <Tag color={color}>{`${text}${since}`}</Tag>
}
