import { DeleteOutlined, DownloadOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons'
import { exportJobEndpoints, exportKeepDays, type ExportJob, type ExportJobStatus } from '@suoan/contract'
import { callForMessage, call } from '@suoan/console-base/request/call.ts'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import { sizeText } from '@suoan/console-base/resource/size-text.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Progress, Skeleton, Space, Tag } from 'antd'
import './account.css'

/** While something is under way the page asks this often, ms. */
const POLL_MS = 2_000

const looks: Readonly<Record<ExportJobStatus, { readonly text: string; readonly color: string }>> = {
  waiting: { text: '排队中', color: 'default' },
  running: { text: '导出中', color: 'processing' },
  done: { text: '已完成', color: 'success' },
  failed: { text: '失败', color: 'error' },
  cancelled: { text: '已取消', color: 'default' },
  interrupted: { text: '已中断', color: 'warning' },
}

const isActive = ({ status }: ExportJob): boolean => status === 'waiting' || status === 'running'

/** 我的导出: what one has ordered in the background, how far it is, and the files that are still kept (decision 0766). */
export default function ExportsPage() {
  const jobs = useQuery({
    queryKey: ['export-jobs'],
    queryFn: ({ signal }) => call(exportJobEndpoints.list, {}, { signal, quiet: true }),
    refetchInterval: (query) => (query.state.data?.some(isActive) ? POLL_MS : false),
    // Somebody comes here to see how it is now.
    staleTime: 0,
  })
  const act = useMutation({
    mutationFn: ({ what, id }: { readonly what: 'cancel' | 'again' | 'remove'; readonly id: string }) =>
      callForMessage(exportJobEndpoints[what], { id }),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onError: showFailure,
    onSettled: () => void jobs.refetch(),
  })
  const list = jobs.data
  return (
    <div className="card">
      <h2 className="exports-title">我的导出</h2>
      <p className="exports-hint">
        超过 5 万条的列表在后台导出。文件保留 {exportKeepDays}{' '}
        天，只有您本人可以下载；权限变化后需要重新导出。
      </p>
      {jobs.isPending && <Skeleton active />}
      <OrError query={jobs}>{null}</OrError>
      {list?.length === 0 && (
        <EmptyState text="还没有后台导出。在列表页点“导出”，记录较多时会转到后台进行。" />
      )}
      {list && list.length > 0 && (
        <ul className="exports" aria-label="我的导出">
          {list.map((job) => (
            <JobLine
              key={job.id}
              job={job}
              isBusy={act.isPending && act.variables.id === job.id}
              onCancel={() => act.mutate({ what: 'cancel', id: job.id })}
              onAgain={() => act.mutate({ what: 'again', id: job.id })}
              onRemove={() =>
                confirmAction({ title: '确认删除', content: '删除后不能再下载，确定删除吗？' }, async () => {
                  // What fails is told by `onError`.
                  await act.mutateAsync({ what: 'remove', id: job.id }).catch(() => {})
                })
              }
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface LineProps {
  readonly job: ExportJob
  readonly isBusy: boolean
  onCancel(): void
  onAgain(): void
  onRemove(): void
}

function JobLine({ job, isBusy, onCancel, onAgain, onRemove }: LineProps) {
  const { title, status, createTime, reason, fileUrl: address } = job
  const isGone = status === 'done' && address === null
  return (
    <li className="exports-line">
      <div className="exports-words">
        <span>
          <strong>{title}</strong>{' '}
          <Tag color={isGone ? 'default' : looks[status].color}>{isGone ? '已过期' : looks[status].text}</Tag>
        </span>
        {status === 'running' && <HowFar job={job} />}
        <span className="exports-hint">{factsOf(job)}</span>
        {reason !== null && <span role="alert">{reason}</span>}
        <span className="exports-hint">{createTime} 开始</span>
      </div>
      <Space wrap>
        {address !== null && (
          <Button type="primary" icon={<DownloadOutlined />} href={fileUrl(address)} target="_blank">
            下载
          </Button>
        )}
        {isActive(job) ? (
          <Button icon={<StopOutlined />} loading={isBusy} onClick={onCancel}>
            取消
          </Button>
        ) : (
          <>
            {address === null && (
              <Button icon={<RedoOutlined />} loading={isBusy} onClick={onAgain}>
                重新导出
              </Button>
            )}
            <Button icon={<DeleteOutlined />} aria-label={`删除${title}`} title="删除" onClick={onRemove} />
          </>
        )}
      </Space>
    </li>
  )
}

/** How much of what the list said is written; of a list that did not say it, only how many rows. */
function HowFar({ job: { title, rowsDone, rowsExpected } }: { readonly job: ExportJob }) {
  if (rowsExpected === null || rowsExpected === 0) return null
  // More may come than the list estimated; it is over when it is over.
  const percent = Math.min(99, Math.floor((rowsDone / rowsExpected) * 100))
  return <Progress percent={percent} size="small" status="active" aria-label={`${title} 导出进度`} />
}

function factsOf({ status, rowsDone, rowsExpected, bytes, expireTime }: ExportJob): string {
  const rows = rowsDone.toLocaleString('en')
  const expected = rowsExpected === null ? null : `约 ${rowsExpected.toLocaleString('en')} 条`
  if (status === 'waiting') return `${expected === null ? '' : `${expected}，`}等待开始`
  if (status === 'running') return `已写入 ${rows} 条${expected === null ? '' : `，共${expected}`}`
  if (status !== 'done') return `已写入 ${rows} 条后停止，没有文件`
  const size = bytes === null ? '' : `，${sizeText(bytes)}`
  return `${rows} 条${size}，保留到 ${(expireTime ?? '').slice(0, 16)}`
}
