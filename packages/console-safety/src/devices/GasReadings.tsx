import type { DetectorAtWork, GasReadingRow } from '@suoan/contract'
import { Alert, Empty } from 'antd'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import './devices.css'

const looks = {
  pass: { text: '合格', icon: 'done', tone: 'success' },
  fail: { text: '不合格', icon: 'warn', tone: 'error' },
  unproven: { text: '不能作准', icon: 'warn', tone: 'warning' },
  unknown: { text: '无标准', icon: 'none', tone: 'default' },
} as const

/** What a gas detector measures now: one line a gas, with the verdict of the plant's limits. */
export function GasReadings({ readings }: { readings: readonly GasReadingRow[] }) {
  if (readings.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有收到读数，请确认检测仪已开机联网" />
  return (
    <ul className="gas-readings">
      {readings.map((row) => (
        <li key={row.id}>
          <strong>{row.gasName ?? row.gasCode}</strong>
          <span className="gas-value">{`${row.value} ${row.unit}`}</span>
          <StatusBadge look={looks[row.verdict]} />
          <small>{[row.occurTime, rangeOf(row), row.doubt].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  )
}

/** Says that what a detector sends cannot be read: whoever looks must not take old readings for the air of now. */
export function UnreadNote({ unread }: Pick<DetectorAtWork, 'unread'>) {
  if (unread === null) return null
  return (
    <Alert
      showIcon
      type="warning"
      className="device-note"
      title="发来的数据无法识别，不能作为气体检测依据"
      description={`${unread.time} ${unread.note}。请更换检测仪或改正其设置。`}
    />
  )
}

function rangeOf({ limitMin, limitMax, verdict }: GasReadingRow): string {
  if (verdict === 'unknown') return ''
  if (limitMin === null) return `合格 ≤ ${limitMax ?? '—'}`
  return limitMax === null ? `合格 ≥ ${limitMin}` : `合格 ${limitMin}～${limitMax}`
}
