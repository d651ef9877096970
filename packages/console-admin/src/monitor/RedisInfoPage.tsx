import { monitorEndpoints as calls, noRedis, type RedisInfoRow } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Table, Typography } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { fetchBare } from './fetch-bare.ts'
import { LineChart } from './LineChart.tsx'
import { MonitorPage } from './MonitorPage.tsx'

const EVERY_MS = 3_000
const LAST = 6

interface Point {
  readonly at: number
  readonly bytes: number
  readonly keys: number
}

/** Redis监控 (5-screens.md §8.5): two charts that go on while the page is shown, and what INFO says. */
export default function RedisInfoPage() {
  const [points, setPoints] = useState<readonly Point[]>([])
  const info = useQuery({
    queryKey: ['monitor-redis-info'],
    queryFn: ({ signal }) => call(calls.redisInfo, {}, { signal, quiet: true }),
    retry: false,
  })
  useQuery({
    queryKey: ['monitor-redis-points'],
    queryFn: async ({ signal }) => {
      const [keys, memory] = await Promise.all([
        fetchBare('redisKeys', {}, signal),
        fetchBare('redisMemory', {}, signal),
      ])
      const point = { at: keys.create_time, keys: keys.dbSize, bytes: Number(memory.used_memory) }
      setPoints((before) => [...before, point].slice(-LAST))
      return point
    },
    enabled: info.isSuccess,
    // A failure stops the refresh.
    refetchInterval: (query) => (query.state.status === 'error' ? false : EVERY_MS),
    retry: false,
  })
  if (info.error instanceof RequestFailure && info.error.message === noRedis)
    return (
      <div className="card">
        <EmptyState text={noRedis} />
      </div>
    )
  return (
    <MonitorPage query={info}>
      {(rows) => (
        <>
          <div className="monitor-charts">
            <LineChart
              title="Redis 内存实时占用情况（KB）"
              show={(value) => (value / 1024).toFixed(0)}
              lines={[
                {
                  name: '内存',
                  color: 'var(--primary)',
                  points: points.map(({ at, bytes }) => ({ at, value: bytes })),
                },
              ]}
            />
            <LineChart
              title="Redis Key 实时数量（个）"
              show={(value) => value.toFixed(0)}
              isCount
              lines={[
                {
                  name: 'Key',
                  color: 'var(--ok)',
                  points: points.map(({ at, keys }) => ({ at, value: keys })),
                },
              ]}
            />
          </div>
          <Typography.Title level={5} style={{ marginTop: 'var(--space-l)' }}>
            Redis 详细信息
          </Typography.Title>
          <Table<RedisInfoRow>
            rowKey="key"
            size="middle"
            tableLayout="fixed"
            pagination={false}
            dataSource={rows}
            columns={[
              { title: 'Key', dataIndex: 'key', ellipsis: true },
              { title: 'Description', dataIndex: 'description', ellipsis: true },
              { title: 'Value', dataIndex: 'value', ellipsis: true },
            ]}
          />
        </>
      )}
    </MonitorPage>
  )
}
