import { monitorEndpoints as calls, type StatementList, type StatementRow } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Select, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import '@suoan/console-base/resource/resource.css'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { countText } from './figures.ts'

type Order = 'totalMs' | 'meanMs' | 'maxMs' | 'calls' | 'errors'
const orders: readonly { readonly value: Order; readonly label: string }[] = [
  { value: 'totalMs', label: '总耗时最多' },
  { value: 'meanMs', label: '平均最慢' },
  { value: 'maxMs', label: '单次最慢' },
  { value: 'calls', label: '次数最多' },
  { value: 'errors', label: '出错最多' },
]

/** SQL监控: slow and frequent statements of this program, without their values. */
export default function SqlPage() {
  const [order, setOrder] = useState<Order>('totalMs')
  const [source, setSource] = useState<StatementList['source']>('application')
  const [word, setWord] = useState('')
  const isNarrow = useIsNarrow()
  const list = useQuery({
    queryKey: ['monitor-statements', order, source, word],
    queryFn: ({ signal }) => call(calls.statements, { order, source, word }, { signal, quiet: true }),
    staleTime: 0,
  })
  const about = (row: StatementRow): string =>
    `${countText(row.calls)} 次，平均 ${row.meanMs} ms，最长 ${row.maxMs} ms`
  return (
    <div className="card">
      {list.data?.postgresProblem && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 'var(--space-m)' }}
          title={list.data.postgresProblem}
        />
      )}
      <Space wrap className="toolbar">
        <Select<Order>
          aria-label="排序"
          style={{ width: 140 }}
          value={order}
          onChange={setOrder}
          options={[...orders]}
        />
        <Select<StatementList['source']>
          aria-label="来源"
          style={{ width: 200 }}
          value={source}
          onChange={setSource}
          options={[
            { value: 'application', label: '本程序启动以来' },
            { value: 'postgres', label: 'pg_stat_statements' },
          ]}
        />
        <Input.Search
          allowClear
          placeholder="请输入语句的一部分"
          enterButton="查询"
          onSearch={(text) => setWord(text.trim())}
        />
        <Button loading={list.isFetching} onClick={() => void list.refetch()}>
          刷新
        </Button>
      </Space>
      <OrError query={list}>
        <Table<StatementRow>
          size="middle"
          bordered
          tableLayout="fixed"
          rowKey="statement"
          loading={list.isPending}
          dataSource={list.data?.statements ?? []}
          locale={{ emptyText: '没有符合条件的语句' }}
          pagination={{
            pageSize: 20,
            showSizeChanger: false,
            showTotal: (all) => `列出前 ${all} 条，共 ${list.data?.distinct ?? all} 种语句`,
          }}
          columns={[
            {
              title: '语句',
              key: 'statement',
              render: (_, row) => (
                <>
                  <Typography.Paragraph
                    copyable={{ text: row.statement }}
                    ellipsis={{
                      rows: 3,
                      expandable: 'collapsible',
                      symbol: (open: boolean) => (open ? '收起' : '展开'),
                    }}
                    style={{
                      marginBottom: 0,
                      overflowWrap: 'anywhere',
                      fontFamily: 'ui-monospace, monospace',
                    }}
                  >
                    {row.statement}
                  </Typography.Paragraph>
                  {isNarrow && <div style={{ color: 'var(--text-2)' }}>{about(row)}</div>}
                </>
              ),
            },
            {
              title: '次数',
              key: 'calls',
              width: 110,
              align: 'right',
              responsive: ['md'],
              render: (_, row) => countText(row.calls),
            },
            {
              title: '总耗时 ms',
              key: 'total',
              width: 120,
              align: 'right',
              responsive: ['md'],
              render: (_, row) => countText(row.totalMs),
            },
            { title: '平均 ms', dataIndex: 'meanMs', width: 100, align: 'right', responsive: ['md'] },
            { title: '最长 ms', dataIndex: 'maxMs', width: 110, align: 'right', responsive: ['md'] },
            {
              title: '行数',
              key: 'rows',
              width: 110,
              align: 'right',
              responsive: ['lg'],
              render: (_, row) => countText(row.rows),
            },
            { title: '出错', dataIndex: 'errors', width: 80, align: 'right', responsive: ['lg'] },
          ]}
        />
      </OrError>
    </div>
  )
}
