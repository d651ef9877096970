import { useQuery } from '@tanstack/react-query'
import { Input, Select, Space, Table, Tag } from 'antd'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { useState } from 'react'
import '@suoan/console-base/resource/resource.css'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { fetchBare } from './fetch-bare.ts'
import { MonitorPage } from './MonitorPage.tsx'

const methodColors: Readonly<Record<string, string>> = {
  GET: 'green',
  POST: 'blue',
  PUT: 'orange',
  DELETE: 'volcano',
}
const statusColor = (status: number): string =>
  status < 200 ? 'pink' : status < 201 ? 'green' : status < 399 ? 'cyan' : status < 403 ? 'orange' : 'red'
const timeColor = (ms: number): string =>
  ms < 500 ? 'green' : ms < 1000 ? 'cyan' : ms < 1500 ? 'orange' : 'red'
const pathOf = (uri: string): string => uri.replace(/^https?:\/\/[^/]+/, '').split('?')[0] ?? uri

/** 请求追踪 (5-screens.md §8.4): the newest hundred calls, without anything that opens something. */
export default function HttpTracePage() {
  const [word, setWord] = useState('')
  const [leastStatus, setLeastStatus] = useState(0)
  const [method, setMethod] = useState('')
  const isNarrow = useIsNarrow()
  const traces = useQuery({
    queryKey: ['monitor-trace', word, leastStatus],
    queryFn: async ({ signal }) => (await fetchBare('trace', { word, leastStatus }, signal)).traces,
    staleTime: 0,
  })
  const time = (ms: number) => <Tag color={timeColor(ms)}>{ms} ms</Tag>
  return (
    <MonitorPage
      query={traces}
      bar={{ again: '立即刷新', text: ({ length }) => `共追踪到 ${length} 条近期HTTP请求记录` }}
    >
      {(all) => (
        <>
          <Space wrap className="toolbar">
            <Input.Search
              allowClear
              placeholder="请输入地址或账号"
              enterButton="查询"
              onSearch={(text) => setWord(text.trim())}
            />
            <Select
              aria-label="请求方法"
              style={{ width: 130 }}
              value={method}
              onChange={setMethod}
              options={[
                { value: '', label: '全部方法' },
                ...Object.keys(methodColors).map((each) => ({ value: each, label: each })),
              ]}
            />
            <Select
              aria-label="响应状态"
              style={{ width: 140 }}
              value={leastStatus}
              onChange={setLeastStatus}
              options={[
                { value: 0, label: '全部状态' },
                { value: 400, label: '400 及以上' },
                { value: 500, label: '500 及以上' },
              ]}
            />
          </Space>
          <Table
            size="middle"
            tableLayout="fixed"
            dataSource={all
              .filter(({ request }) => method === '' || request.method === method)
              .map((trace, index) => ({ ...trace, key: `${trace.timestamp}-${index}` }))}
            locale={{ emptyText: '没有符合条件的请求' }}
            pagination={{
              defaultPageSize: 10,
              pageSizeOptions: [10, 20, 30, 40, 100],
              showSizeChanger: true,
              showTotal: (all, [from, to]) => `显示 ${from} ~ ${to} 条记录，共 ${all} 条记录`,
            }}
            columns={[
              {
                title: '请求时间',
                key: 'timestamp',
                width: isNarrow ? 96 : 180,
                render: (_, row) => wireTimeOf(Date.parse(row.timestamp)).slice(isNarrow ? 11 : 0),
              },
              {
                title: '请求方法',
                key: 'method',
                width: 110,
                responsive: ['md'],
                render: (_, row) => (
                  <Tag color={methodColors[row.request.method] ?? 'default'}>{row.request.method}</Tag>
                ),
              },
              {
                title: '请求URL',
                key: 'uri',
                render: (_, row) => (
                  <span style={{ overflowWrap: 'anywhere' }}>
                    {isNarrow && `${row.request.method} `}
                    {pathOf(row.request.uri)}
                    {isNarrow && <span style={{ display: 'block' }}>{time(row.timeTaken)}</span>}
                  </span>
                ),
              },
              {
                title: '账号',
                key: 'who',
                width: 120,
                ellipsis: true,
                responsive: ['lg'],
                render: (_, row) => row.principal,
              },
              {
                title: '响应状态',
                key: 'status',
                width: isNarrow ? 76 : 100,
                render: (_, row) => <Tag color={statusColor(row.response.status)}>{row.response.status}</Tag>,
              },
              {
                title: '请求耗时',
                key: 'time',
                width: 110,
                responsive: ['md'],
                sorter: (a, b) => a.timeTaken - b.timeTaken,
                render: (_, row) => time(row.timeTaken),
              },
            ]}
          />
        </>
      )}
    </MonitorPage>
  )
}
