import { MetricsTable, type MetricRow } from './MetricsTable.tsx'
import { sizeText } from './figures.ts'

const session = (name: string, text: string): MetricRow => ({
  name: `tomcat.sessions.${name}`,
  text,
  color: 'green',
  unit: '个',
})
const request = (
  of: string,
  color: string,
  words: readonly [string, string, string],
): readonly MetricRow[] => [
  { name: `tomcat.${of}.request.max`, text: words[0], color, unit: '秒' },
  {
    name: `tomcat.${of}.request.count`,
    metric: `tomcat.${of}.request`,
    statistic: 'COUNT',
    text: words[1],
    color,
    unit: '次',
  },
  {
    name: `tomcat.${of}.request.totalTime`,
    metric: `tomcat.${of}.request`,
    statistic: 'TOTAL_TIME',
    text: words[2],
    color,
    unit: '秒',
  },
]

const rows: readonly MetricRow[] = [
  session('created', '启动后新建的 session 数'),
  session('expired', '已过期、尚未清理的 session 数'),
  session('active.current', '当前活跃 session 数'),
  session('active.max', '活跃 session 数峰值（自启动后查看以来）'),
  session('rejected', '因过载被拒绝的请求数'),
  { name: 'tomcat.global.sent', text: '发送的字节数', color: 'purple', unit: '', show: sizeText },
  ...request('global', 'purple', [
    'request 请求最长耗时',
    '全局 request 请求次数',
    '全局 request 请求总耗时',
  ]),
  ...request('servlet', 'cyan', ['接口请求最长耗时', '接口总请求次数', '接口请求总耗时']),
  { name: 'tomcat.threads.current', text: '当前线程数（包括后台线程）', color: 'pink', unit: '个' },
  { name: 'tomcat.threads.config.max', text: '配置的后台线程最大数', color: 'pink', unit: '个' },
]

/** Tomcat信息 (5-screens.md §8.3): the HTTP server of this program. */
export default function TomcatInfoPage() {
  return <MetricsTable page="Tomcat信息" rows={rows} />
}
