import { monitorEndpoints as calls } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { LineChart } from './LineChart.tsx'
import { MonitorPage } from './MonitorPage.tsx'
import { countText } from './figures.ts'

const counters: Readonly<Record<string, string>> = {
  received: '收到的消息',
  stored: '已存储的消息',
  quarantined: '被隔离的消息',
  suspect: '有疑问但已接收的消息',
  retried: '存储失败后重试的消息',
  denied: '被拒绝的连接、订阅和发布',
  dropped: '过载时丢弃的读数',
  commandsSent: '已发出的指令',
  commandsRefused: '未能发出的指令',
}

/** MQTT监控: who is connected, how much comes in, what waits, what was dropped. */
export default function MqttPage() {
  const state = useQuery({
    queryKey: ['monitor-mqtt'],
    queryFn: ({ signal }) => call(calls.mqtt, {}, { signal }),
    refetchInterval: 10_000,
  })
  const history = useQuery({
    queryKey: ['monitor-history'],
    queryFn: ({ signal }) => call(calls.history, {}, { signal }),
    refetchInterval: 10_000,
  })
  return (
    <MonitorPage query={state}>
      {(now) =>
        now.kind === null ? (
          <EmptyState text="MQTT 没有开启；需要连接设备时，请由维护人员配置 MQTT_PORT 或 MQTT_URL" />
        ) : (
          <>
            <Descriptions
              bordered
              size="small"
              column={{ xs: 1, md: 2 }}
              items={[
                {
                  key: 'kind',
                  label: '服务',
                  children: now.kind === 'embedded' ? '内置 MQTT 服务' : '外部 MQTT 服务',
                },
                { key: 'online', label: '在线设备', children: countText(now.online) },
                { key: 'rate', label: '每秒消息（近一分钟）', children: now.perSecond.toFixed(1) },
                { key: 'waiting', label: '等待存储的消息', children: countText(now.waiting) },
                ...Object.entries(now.counters).map(([key, count]) => ({
                  key,
                  label: counters[key] ?? key,
                  children: countText(count),
                })),
              ]}
            />
            <div className="monitor-charts" style={{ marginTop: 'var(--space-m)' }}>
              <LineChart
                title="设备消息（近一小时）"
                show={(value) => `${value.toFixed(1)}/秒`}
                lines={[
                  {
                    name: '消息',
                    color: 'var(--primary)',
                    points: (history.data?.samples ?? []).map(({ at, mqttPerSecond }) => ({
                      at,
                      value: mqttPerSecond,
                    })),
                  },
                ]}
              />
            </div>
          </>
        )
      }
    </MonitorPage>
  )
}
