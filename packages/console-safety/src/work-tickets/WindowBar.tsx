import { ClockCircleOutlined, WarningFilled } from '@ant-design/icons'
import { Progress } from 'antd'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { planWindow } from './plan-window.ts'
import type { WindowOf } from './plan-window.ts'

const colours = {
  normal: 'var(--primary-strong)',
  warning: 'var(--warn)',
  late: 'var(--danger)',
  over: 'var(--text-2)',
} as const

/** The plan window with what is left of it. */
export function WindowBar({ ticket }: { ticket: WindowOf }) {
  const { percent, text, tone } = planWindow(ticket, useServerNow())
  const start = String(ticket.planStart ?? '').slice(5, 16)
  const until = String(ticket.validEnd ?? ticket.planEnd ?? '').slice(5, 16)
  // Most tickets end on the day they begin.
  const end = until.slice(0, 5) === start.slice(0, 5) ? until.slice(6) : until
  return (
    <div className="window-bar">
      <div>
        {start} ~ {end}
      </div>
      <Progress
        percent={percent}
        size="small"
        showInfo={false}
        strokeColor={colours[tone]}
        aria-label={text}
      />
      <small style={{ color: colours[tone] }}>
        {tone === 'late' ? <WarningFilled /> : <ClockCircleOutlined />} {text}
      </small>
    </div>
  )
}
