import { reactionEndpoints } from '@suoan/contract'
import type { FailedReactionRow } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Grid, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import '@suoan/console-base/resource/resource.css'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'

const quiet = { color: 'var(--text-2)' } as const
const anywhere = { overflowWrap: 'anywhere' } as const

/** An error is up to 500 characters of the database or of a device: three lines of it, the rest when asked for. */
function ErrorText({ text, isFirst = false }: { readonly text: string; readonly isFirst?: boolean }) {
  return (
    <Typography.Paragraph
      ellipsis={{
        rows: 3,
        expandable: 'collapsible',
        symbol: (isExpanded: boolean) => (isExpanded ? '收起' : '展开'),
      }}
      style={{ marginBottom: 0, color: isFirst ? 'var(--text-2)' : 'var(--danger)', ...anywhere }}
    >
      {text}
    </Typography.Paragraph>
  )
}

const firstError = (row: FailedReactionRow): string =>
  `首次（${row.firstFailedAt}）：${row.firstError === row.lastError ? '同上' : row.firstError}`

/** 失败的处理: what the system must do about a change and has not managed yet, with another try by hand. */
export default function FailedReactionsPage() {
  const [pageNo, setPageNo] = useState(1)
  const isNarrow = Grid.useBreakpoint().md === false
  const failed = useQuery({
    queryKey: ['failed-reactions', pageNo],
    queryFn: ({ signal }) =>
      call(reactionEndpoints.failed, { pageNo, pageSize: 10 }, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  const retry = useMutation({
    mutationFn: (row: FailedReactionRow) => call(reactionEndpoints.retry, { id: row.id }),
    onSuccess: () => void feedback().message.success('已重新处理，稍后刷新看结果'),
    onSettled: () => void failed.refetch(),
  })
  if (failed.isLoadingError) {
    return (
      <div className="card">
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </div>
    )
  }
  if (failed.isPending) return <LoadingState rows={8} />
  const again = (row: FailedReactionRow) => (
    <Can do="system:reaction:retry">
      <Button
        size="small"
        onClick={() => retry.mutate(row)}
        loading={retry.isPending && retry.variables.id === row.id}
      >
        立即重试
      </Button>
    </Can>
  )
  return (
    <div className="card">
      <KeptNote query={failed} />
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 'var(--space-m)' }}
        title="系统会一直自动重试，间隔最长 5 分钟；同一对象的后续处理排在其后。反复失败时请按错误处理后立即重试，仍不成功请联系维护人员。"
      />
      <Space className="toolbar">
        <Button onClick={() => void failed.refetch()} loading={failed.isFetching}>
          刷新
        </Button>
      </Space>
      <Table<FailedReactionRow>
        size="middle"
        bordered
        tableLayout="fixed"
        rowKey="id"
        loading={failed.isPending}
        dataSource={failed.data?.records ?? []}
        {...(isNarrow ? {} : { scroll: { x: 1040 } })}
        locale={{ emptyText: '没有失败的处理' }}
        pagination={{
          current: pageNo,
          pageSize: 10,
          total: failed.data?.total ?? 0,
          onChange: setPageNo,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        columns={[
          {
            title: '处理',
            key: 'title',
            ...(isNarrow ? {} : { width: 240 }),
            render: (_, row) => (
              <>
                {row.title}
                <div style={quiet}>变化于 {row.createdAt}</div>
                {isNarrow && (
                  <>
                    <div style={anywhere}>
                      {row.subject} · 已试 {row.attempts} 次
                    </div>
                    {row.behind > 0 && <div style={quiet}>其后还有 {row.behind} 项等待</div>}
                    <ErrorText text={row.lastError} />
                    <ErrorText isFirst text={firstError(row)} />
                    <div style={{ ...quiet, marginBottom: 'var(--space-xs)' }}>下次重试 {row.nextTime}</div>
                    {again(row)}
                  </>
                )}
              </>
            ),
          },
          {
            title: '对象',
            key: 'subject',
            width: 180,
            responsive: ['md'],
            render: (_, row) => (
              <>
                <div style={anywhere}>{row.subject}</div>
                {row.behind > 0 && <div style={quiet}>其后还有 {row.behind} 项等待</div>}
              </>
            ),
          },
          { title: '次数', dataIndex: 'attempts', align: 'center', width: 70, responsive: ['md'] },
          {
            title: '错误',
            key: 'error',
            responsive: ['md'],
            render: (_, row) => (
              <>
                <ErrorText text={row.lastError} />
                <ErrorText isFirst text={firstError(row)} />
              </>
            ),
          },
          { title: '下次重试', dataIndex: 'nextTime', align: 'center', width: 180, responsive: ['md'] },
          {
            title: '操作',
            key: 'actions',
            align: 'center',
            width: 110,
            responsive: ['md'],
            render: (_, row) => again(row),
          },
        ]}
      />
    </div>
  )
}
