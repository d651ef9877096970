import { monitorEndpoints as calls, type MonitorHistory, type MonitorSample } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'
import { LineChart, type ChartLine } from './LineChart.tsx'
import { MonitorPage } from './MonitorPage.tsx'
import { delayText, sizeText } from './figures.ts'

const blue = 'var(--primary)'
const orange = 'var(--series-2)'
const percentText = (value: number): string => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)}%`
const number = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(1))

/** 运行曲线: what the server measured of itself in the last hour. */
export default function LivePage() {
  const history = useQuery({
    queryKey: ['monitor-history'],
    queryFn: ({ signal }) => call(calls.history, {}, { signal }),
    // As often as there is a new point; a page that is not seen asks for nothing.
    refetchInterval: 10_000,
  })
  return <MonitorPage query={history}>{(measured) => <Charts {...measured} />}</MonitorPage>
}

function Charts({ samples, heapLimit, poolMax }: MonitorHistory) {
  const line = (name: string, color: string, of: (sample: MonitorSample) => number | null): ChartLine => ({
    name,
    color,
    points: samples.map((sample) => ({ at: sample.at, value: of(sample) })),
  })
  const hasMqtt = samples.some(({ mqttPerSecond }) => mqttPerSecond !== null)
  return (
    <div className="monitor-charts">
      <LineChart
        title="处理器"
        show={percentText}
        limit={1}
        lines={[line('整机', orange, (s) => s.systemCpu), line('本程序', blue, (s) => s.processCpu)]}
      />
      <LineChart
        title="内存"
        show={sizeText}
        limit={heapLimit}
        lines={[line('进程', orange, (s) => s.rss), line('堆', blue, (s) => s.heapUsed)]}
      />
      <LineChart title="事件循环最长等待" show={delayText} lines={[line('等待', blue, (s) => s.loopMs)]} />
      <LineChart
        title="请求"
        show={(value) => `${number(value)}/秒`}
        lines={[line('请求', blue, (s) => s.requestsPerSecond)]}
      />
      <LineChart title="平均响应时间" show={delayText} lines={[line('响应', blue, (s) => s.requestMs)]} />
      <LineChart
        title={`数据库连接（上限 ${poolMax}）`}
        show={number}
        limit={poolMax}
        isCount
        lines={[line('使用中', blue, (s) => s.poolBusy), line('等待', orange, (s) => s.poolWaiting)]}
      />
      {hasMqtt && (
        <LineChart
          title="设备消息"
          show={(value) => `${number(value)}/秒`}
          lines={[line('消息', blue, (s) => s.mqttPerSecond)]}
        />
      )}
    </div>
  )
}
