import { megabytes, MetricsTable, type MetricRow } from './MetricsTable.tsx'

const memory = (name: string, text: string, color: string): MetricRow => ({
  name,
  text,
  color,
  unit: 'MB',
  show: megabytes,
})
const count = (name: string, text: string, color: string): MetricRow => ({ name, text, color, unit: '个' })

const rows: readonly MetricRow[] = [
  memory('jvm.memory.max', '运行时（V8 堆）最大内存', 'purple'),
  memory('jvm.memory.committed', '运行时可用内存', 'purple'),
  memory('jvm.memory.used', '运行时已用内存', 'purple'),
  memory('jvm.buffer.memory.used', '堆外缓冲区已用内存', 'cyan'),
  count('jvm.buffer.count', '使用缓冲区的活动资源数量', 'cyan'),
  count('jvm.threads.daemon', '后台线程数量', 'green'),
  count('jvm.threads.live', '当前线程数量', 'green'),
  count('jvm.threads.peak', '线程数量峰值', 'green'),
  count('jvm.classes.loaded', '运行上下文数量', 'orange'),
  count('jvm.classes.unloaded', '已分离、等待回收的上下文数量', 'orange'),
  memory('jvm.gc.memory.allocated', '年轻代内存空间', 'pink'),
  memory('jvm.gc.memory.promoted', '老年代已用内存空间', 'pink'),
  memory('jvm.gc.max.data.size', '老年代最大内存空间', 'pink'),
  memory('jvm.gc.live.data.size', '上次完整回收后老年代的内存空间', 'pink'),
  {
    name: 'jvm.gc.pause.count',
    metric: 'jvm.gc.pause',
    statistic: 'COUNT',
    color: 'blue',
    text: '系统启动以来 GC 次数',
    unit: '次',
  },
  {
    name: 'jvm.gc.pause.totalTime',
    metric: 'jvm.gc.pause',
    statistic: 'TOTAL_TIME',
    color: 'blue',
    text: '系统启动以来 GC 总耗时',
    unit: '秒',
  },
]

/** JVM信息 (5-screens.md §8.2): what these names are on Node, which runs this server. */
export default function JvmInfoPage() {
  return <MetricsTable page="JVM信息" rows={rows} />
}
