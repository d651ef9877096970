import type { RolloutRow } from '@suoan/contract'
import { Progress } from 'antd'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import './devices.css'

/** How a roll-out stands: 进行中, 已停止, 已完成, 已取消. */
export function RolloutState({ state }: { state: number }) {
  switch (state) {
    case 1:
      return <StatusBadge look={{ text: '进行中', icon: 'run', tone: 'processing' }} />
    case 2:
      return <StatusBadge look={{ text: '已停止', icon: 'pause', tone: 'error' }} />
    case 3:
      return <StatusBadge look={{ text: '已完成', icon: 'done', tone: 'success' }} />
    default:
      return <StatusBadge look={{ text: '已取消', icon: 'void', tone: 'default' }} />
  }
}

/** Confirmed of all, and in words what is not. */
export function RolloutProgress({ rollout }: { rollout: RolloutRow }) {
  const { total, confirmed, failed, sent, postponed } = rollout
  const rest = [
    `已确认 ${confirmed}/${total}`,
    sent > 0 ? `等待设备确认 ${sent}` : '',
    failed > 0 ? `失败 ${failed}` : '',
    postponed > 0 ? `作业中暂缓 ${postponed}` : '',
  ]
  return (
    <div className="rollout-progress">
      <Progress
        percent={total === 0 ? 0 : Math.round((confirmed / total) * 100)}
        size="small"
        status={failed > 0 ? 'exception' : confirmed === total ? 'success' : 'normal'}
      />
      <small>{rest.filter(Boolean).join(' · ')}</small>
    </div>
  )
}
