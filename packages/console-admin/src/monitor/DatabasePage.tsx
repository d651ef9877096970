import { monitorEndpoints as calls, type DatabaseState } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Descriptions, Table, Typography } from 'antd'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { call } from '@suoan/console-base/request/call.ts'
import '@suoan/console-base/resource/resource.css'
import { countText, sizeText, timeText } from './figures.ts'
import { MonitorPage, updated } from './MonitorPage.tsx'

const states: Readonly<Record<string, string>> = {
  active: '执行中',
  idle: '空闲',
  'idle in transaction': '事务中空闲',
  'idle in transaction (aborted)': '失败的事务中',
}

/** 数据库监控: size, connections, tables, who waits for whom, replicas, the oldest transaction. */
export default function DatabasePage() {
  const state = useQuery({
    queryKey: ['monitor-database'],
    queryFn: ({ signal }) => call(calls.database, {}, { signal }),
    staleTime: 0,
  })
  return (
    <MonitorPage query={state} bar={updated}>
      {(measured) => <State data={measured} />}
    </MonitorPage>
  )
}

function State({ data }: { readonly data: DatabaseState }) {
  const used = data.connections.reduce((sum, { count }) => sum + count, 0)
  const old = data.oldestTransaction
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          {
            key: 'version',
            label: '数据库',
            children: `PostgreSQL ${data.version}（${data.kind === 'embedded' ? '内置' : '外部'}）`,
          },
          { key: 'size', label: '大小', children: sizeText(data.size) },
          {
            key: 'connections',
            label: '连接',
            children: `${used} / ${data.maxConnections}：${data.connections
              .map(({ state: each, count }) => `${states[each] ?? each} ${count}`)
              .join('，')}`,
          },
          {
            key: 'hit',
            label: '缓存命中率',
            children: data.cacheHitRate === null ? '—' : `${(data.cacheHitRate * 100).toFixed(1)}%`,
          },
          {
            key: 'oldest',
            label: '最久的事务',
            children: old
              ? `${timeText(old.seconds)}（${states[old.state] ?? old.state}）`
              : '没有未结束的事务',
          },
          {
            key: 'replication',
            label: '复制',
            children:
              data.replication === null
                ? '没有从库'
                : data.replication
                    .map(
                      (each) =>
                        `${each.client} ${each.state} 落后 ${each.lagBytes === null ? '未知' : sizeText(each.lagBytes)}`,
                    )
                    .join('；'),
          },
        ]}
      />
      {data.locks.length > 0 && (
        <>
          <Typography.Title level={5} style={{ marginTop: 'var(--space-l)' }}>
            等待锁的会话
          </Typography.Title>
          <Table<DatabaseState['locks'][number]>
            size="small"
            rowKey={(row) => `${row.blockedBy}-${row.statement}-${row.seconds}`}
            pagination={false}
            dataSource={data.locks}
            columns={[
              { title: '语句', dataIndex: 'statement', ellipsis: true },
              { title: '已等待', key: 'seconds', width: 120, render: (_, row) => timeText(row.seconds) },
              { title: '被谁占用（进程号）', dataIndex: 'blockedBy', width: 160 },
            ]}
          />
        </>
      )}
      <Typography.Title level={5} style={{ marginTop: 'var(--space-l)' }}>
        最大的表
      </Typography.Title>
      <Table<DatabaseState['tables'][number]>
        size="small"
        rowKey="name"
        tableLayout="fixed"
        pagination={{ pageSize: 10, showSizeChanger: false }}
        dataSource={data.tables}
        columns={[
          { title: '表', dataIndex: 'name', ellipsis: true },
          { title: '大小', key: 'bytes', width: 96, align: 'right', render: (_, row) => sizeText(row.bytes) },
          {
            title: '行数（估计）',
            key: 'rows',
            width: 120,
            align: 'right',
            render: (_, row) => countText(row.rows),
          },
          {
            title: '待清理行',
            key: 'dead',
            width: 110,
            align: 'right',
            responsive: ['md'],
            render: (_, row) => countText(row.deadRows),
          },
          {
            title: '上次清理',
            key: 'vacuum',
            width: 180,
            responsive: ['lg'],
            render: (_, row) => (row.lastVacuum === null ? '—' : wireTimeOf(Date.parse(row.lastVacuum))),
          },
        ]}
      />
    </>
  )
}
