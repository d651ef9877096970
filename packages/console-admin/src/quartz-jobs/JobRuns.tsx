import { quartzJobEndpoints as calls, type JobRunRow, type JobRunStatus } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select, Space, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { runStatuses } from './run-statuses.ts'

const anywhere = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', marginBottom: 0 } as const

function lasted(row: JobRunRow): string {
  if (row.status === 'missed') return `错过 ${row.missedCount} 次`
  if (row.durationMs === null) return '—'
  return row.durationMs < 1000 ? `${row.durationMs} 毫秒` : `${(row.durationMs / 1000).toFixed(1)} 秒`
}

/** 执行记录 of one job or of all: when, how long, what it told, why it failed, and what was missed. */
export function JobRuns({
  job,
  onClose,
}: {
  readonly job: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
}) {
  const [pageNo, setPageNo] = useState(1)
  const [status, setStatus] = useState<JobRunStatus>()
  const isNarrow = useIsNarrow()
  const jobId = job?.id ?? ''
  const runs = useQuery({
    queryKey: ['quartz-job-runs', jobId, pageNo, status],
    queryFn: ({ signal }) =>
      call(
        calls.runs,
        { pageNo, pageSize: 10, ...(jobId ? { jobId } : {}), ...(status ? { status } : {}) },
        { signal },
      ),
    refetchInterval: 5_000,
  })
  const cancel = useMutation({
    mutationFn: (row: JobRunRow) => callForMessage(calls.cancelRun, { id: row.id }),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => void runs.refetch(),
  })
  const end = (row: JobRunRow) =>
    (row.status === 'waiting' || row.status === 'running') && (
      <Can do="system:quartzJob:execute">
        <Button
          size="small"
          danger
          loading={cancel.isPending && cancel.variables.id === row.id}
          onClick={() => cancel.mutate(row)}
        >
          终止
        </Button>
      </Can>
    )
  return (
    <Drawer
      open
      size={isNarrow ? '100%' : 960}
      title={job ? `执行记录：${job.name}` : '全部执行记录'}
      onClose={onClose}
    >
      <Space className="toolbar" wrap>
        <Select<JobRunStatus>
          allowClear
          placeholder="全部状态"
          aria-label="执行状态"
          style={{ width: 140 }}
          {...(status ? { value: status } : {})}
          onChange={(chosen) => (setStatus(chosen), setPageNo(1))}
          options={Object.entries(runStatuses).map(([value, { text }]) => ({ value, label: text }))}
        />
        <Button loading={runs.isFetching} onClick={() => void runs.refetch()}>
          刷新
        </Button>
      </Space>
      <OrError query={runs}>
        <Table<JobRunRow>
          size="middle"
          bordered
          rowKey="id"
          tableLayout="fixed"
          loading={runs.isPending}
          dataSource={runs.data?.records ?? []}
          locale={{ emptyText: '还没有执行记录' }}
          pagination={{
            current: pageNo,
            pageSize: 10,
            total: runs.data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPageNo,
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
          }}
          expandable={{
            rowExpandable: (row) => row.output !== '' || row.error !== null,
            expandedRowRender: (row) => (
              <>
                {row.error !== null && (
                  <Typography.Paragraph style={{ ...anywhere, color: 'var(--danger)' }}>
                    {row.error}
                  </Typography.Paragraph>
                )}
                {row.output !== '' && (
                  <Typography.Paragraph style={{ ...anywhere, maxHeight: 320, overflow: 'auto' }}>
                    {row.output}
                  </Typography.Paragraph>
                )}
              </>
            ),
          }}
          columns={[
            {
              title: '计划时间',
              key: 'fireTime',
              ...(isNarrow ? {} : { width: 176 }),
              render: (_, row) => (
                <>
                  {row.fireTime}
                  {row.isManual && (
                    <div style={{ color: 'var(--text-2)' }}>执行一次 · {row.createBy ?? ''}</div>
                  )}
                  {isNarrow && (
                    <div style={anywhere}>
                      {job ? '' : `${row.title} · `}
                      {lasted(row)} {end(row)}
                    </div>
                  )}
                </>
              ),
            },
            ...(job || isNarrow ? [] : [{ title: '任务', dataIndex: 'title', ellipsis: true }]),
            {
              title: '状态',
              key: 'status',
              width: 104,
              align: 'center',
              render: (_, row) => (
                <Tag color={runStatuses[row.status].color}>{runStatuses[row.status].text}</Tag>
              ),
            },
            {
              title: '耗时',
              key: 'duration',
              width: 116,
              align: 'center',
              responsive: ['md'],
              render: (_, row) => lasted(row),
            },
            {
              title: '结果',
              key: 'text',
              ellipsis: true,
              responsive: ['md'],
              render: (_, row) => row.error ?? row.output.split('\n').at(-1),
            },
            {
              title: '操作',
              key: 'actions',
              width: 84,
              align: 'center',
              responsive: ['md'],
              render: (_, row) => end(row),
            },
          ]}
        />
      </OrError>
    </Drawer>
  )
}
