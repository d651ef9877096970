import { messageEndpoints } from '@suoan/contract'
import type { MessageDelivery, SentMessageRow } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Grid, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import '@suoan/console-base/resource/resource.css'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'

const deliveries: Readonly<Record<MessageDelivery, string>> = {
  gateway: '由网关发送，这里只留发送结果，不留内容',
  outbox: '没有配置网关，内容留在这里（仅用于演示和开发）',
  none: '没有配置网关，不发送',
}
const states: Readonly<Record<SentMessageRow['state'], { text: string; colour: string }>> = {
  queued: { text: '发送中', colour: 'processing' },
  sent: { text: '已发送', colour: 'success' },
  failed: { text: '发送失败', colour: 'error' },
  kept: { text: '未发送，留存', colour: 'default' },
}
const purposes: Readonly<Record<string, string>> = {
  login: '登录',
  register: '注册',
  reset: '找回密码',
  phone: '修改手机号',
  security: '安全提醒',
}

/** 消息发件箱: what was sent to people by short message and mail, or would have been (decision 0180). */
export default function OutboxPage() {
  const [pageNo, setPageNo] = useState(1)
  const isNarrow = Grid.useBreakpoint().md === false
  const outbox = useQuery({
    queryKey: ['outbox', pageNo],
    queryFn: ({ signal }) => call(messageEndpoints.outbox, { pageNo, pageSize: 10 }, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  if (outbox.isLoadingError) {
    return (
      <div className="card">
        <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />
      </div>
    )
  }
  if (outbox.isPending) return <LoadingState rows={8} />
  const { data } = outbox
  return (
    <div className="card">
      <KeptNote query={outbox} />
      {data && (
        <Alert
          type={data.sms === 'outbox' || data.mail === 'outbox' ? 'warning' : 'info'}
          showIcon
          style={{ marginBottom: 'var(--space-m)' }}
          title={`短信：${deliveries[data.sms]}。邮件：${deliveries[data.mail]}。`}
        />
      )}
      <Space className="toolbar">
        <Button onClick={() => void outbox.refetch()} loading={outbox.isFetching}>
          刷新
        </Button>
      </Space>
      <Table<SentMessageRow>
        size="middle"
        bordered
        rowKey="id"
        loading={outbox.isPending}
        dataSource={data?.page.records ?? []}
        {...(isNarrow ? {} : { scroll: { x: 900 } })}
        locale={{ emptyText: '还没有发出过短信或邮件' }}
        pagination={{
          current: pageNo,
          pageSize: 10,
          total: data?.page.total ?? 0,
          onChange: setPageNo,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        columns={[
          { title: '时间', dataIndex: 'createdAt', width: 170, responsive: ['md'] },
          {
            title: '方式',
            dataIndex: 'channel',
            responsive: ['md'],
            width: 80,
            render: (channel: SentMessageRow['channel']) => (channel === 'sms' ? '短信' : '邮件'),
          },
          {
            title: '用途',
            dataIndex: 'purpose',
            responsive: ['md'],
            width: 100,
            render: (purpose: string) => purposes[purpose] ?? purpose,
          },
          { title: '接收人', dataIndex: 'recipient', width: 200, responsive: ['md'] },
          {
            title: '内容',
            key: 'content',
            render: (_, row) => (
              <>
                {isNarrow && (
                  <div style={{ color: 'var(--text-2)' }}>
                    {row.createdAt} · {purposes[row.purpose] ?? row.purpose} · {row.recipient}
                  </div>
                )}
                {row.content === null ? (
                  <span style={{ color: 'var(--text-2)' }}>不留存</span>
                ) : (
                  <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                    {row.subject ? `${row.subject}\n${row.content}` : row.content}
                  </span>
                )}
              </>
            ),
          },
          {
            title: '状态',
            key: 'state',
            width: isNarrow ? 120 : 160,
            render: (_, row) => (
              <>
                <Tag color={states[row.state].colour}>{states[row.state].text}</Tag>
                {row.error !== null && <div style={{ color: 'var(--danger)' }}>{row.error}</div>}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
