import { dateText, MetricsTable, percent, type MetricRow } from './MetricsTable.tsx'
import { timeText } from './figures.ts'

const rows: readonly MetricRow[] = [
  { name: 'system.cpu.count', color: 'green', text: 'CPU 数量', unit: '核' },
  { name: 'system.cpu.usage', color: 'green', text: '系统 CPU 使用率', unit: '%', show: percent },
  { name: 'process.start.time', color: 'purple', text: '应用启动时间点', unit: '', show: dateText },
  { name: 'process.uptime', color: 'purple', text: '应用已运行时间', unit: '', show: timeText },
  { name: 'process.cpu.usage', color: 'purple', text: '当前应用 CPU 使用率', unit: '%', show: percent },
]

/** 服务器信息 (5-screens.md §8.1). */
export default function SystemInfoPage() {
  return <MetricsTable page="服务器信息" rows={rows} />
}
