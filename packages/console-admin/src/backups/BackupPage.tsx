import { backupEndpoints, type BackupOverview, type BackupRow, type BackupTask } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Grid, Popconfirm, Progress, Space, Table, Tag, Typography } from 'antd'
import { feedback } from '@suoan/console-base/feedback.ts'
import { callForMessage, call } from '@suoan/console-base/request/call.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import '@suoan/console-base/resource/resource.css'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'

const kindTexts: Readonly<Record<BackupRow['kind'], string>> = {
  manual: '手工',
  scheduled: '定时',
  upgrade: '升级前',
}
const encryptionTexts: Readonly<Record<'password' | 'publicKey', string>> = {
  password: '用密码加密',
  publicKey: '用公钥加密',
}

/** 备份与恢复: backups of the whole installation, and how one is brought back. */
export default function BackupPage() {
  const overview = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call(backupEndpoints.list, {}, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.task?.status === 'running' ? 1_000 : 30_000),
  })
  const act = useMutation({
    mutationFn: (run: () => Promise<{ message: string }>) => run(),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => void overview.refetch(),
  })
  if (overview.isLoadingError) {
    return (
      <div className="card">
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      </div>
    )
  }
  if (overview.isPending) return <LoadingState rows={8} />
  const isBusy = overview.data.task?.status === 'running' || act.isPending
  return (
    <div className="card">
      <KeptNote query={overview} />
      <HowToRestore overview={overview.data} />
      <Space className="toolbar" wrap>
        <Can do="system:backup:make">
          <Button
            type="primary"
            disabled={isBusy}
            onClick={() => act.mutate(() => callForMessage(backupEndpoints.make, {}))}
          >
            立即备份
          </Button>
        </Can>
        <Button onClick={() => void overview.refetch()} loading={overview.isFetching && !isBusy}>
          刷新
        </Button>
      </Space>
      <TaskState
        task={overview.data.task}
        cancel={() => act.mutate(() => callForMessage(backupEndpoints.cancel, {}))}
      />
      <BackupTable rows={overview.data.backups} isBusy={isBusy} act={(run) => act.mutate(run)} />
    </div>
  )
}

/** Where they lie, whether they are safe to carry away, and the one command that brings one back. */
function HowToRestore({ overview }: { readonly overview: BackupOverview }) {
  const { encryptedBy, folder, freeBytes, keep, backups } = overview
  return (
    <Alert
      type={encryptedBy === null || backups.length === 0 ? 'warning' : 'info'}
      showIcon
      style={{ marginBottom: 'var(--space-m)' }}
      title={
        <>
          备份包含全部租户的数据、上传的文件和密钥，保存在服务器的{' '}
          <Typography.Text code style={{ overflowWrap: 'anywhere' }}>
            {folder}
          </Typography.Text>
          （剩余 {(freeBytes / 2 ** 30).toFixed(1)} GB，定时备份保留最近 {keep} 份），
          {encryptedBy === null
            ? '没有加密：请像密码一样保管，并在服务器上设置 BACKUP_PASSWORD 或 BACKUP_RECIPIENT。'
            : `${encryptionTexts[encryptedBy]}。`}
        </>
      }
      description={
        <>
          恢复要先停止服务，再在服务器上执行{' '}
          <Typography.Text code>npm run restore -- 备份文件</Typography.Text>
          ：先检查备份、核验证据链，都通过才替换；原来的数据会保留，可用{' '}
          <Typography.Text code style={{ whiteSpace: 'nowrap' }}>
            npm run restore -- --undo
          </Typography.Text>{' '}
          换回。
        </>
      }
    />
  )
}

const taskTypes = { running: 'info', done: 'success', failed: 'error', cancelled: 'warning' } as const
const taskTitles = { make: '备份', check: '校验' } as const
const taskStates = { running: '进行中', done: '完成', failed: '没有成功', cancelled: '已取消' } as const

function TaskState({ task, cancel }: { readonly task: BackupTask | null; cancel(): void }) {
  if (task === null) return null
  return (
    <Alert
      role="status"
      type={taskTypes[task.status]}
      showIcon
      style={{ marginBottom: 'var(--space-m)' }}
      title={`${taskTitles[task.what]}${taskStates[task.status]}：${task.name}`}
      description={
        task.status === 'running' ? (
          <Progress percent={task.all === 0 ? 0 : Math.floor((100 * task.done) / task.all)} status="active" />
        ) : (
          task.text
        )
      }
      action={
        task.status === 'running' && (
          <Can do="system:backup:make">
            <Button size="small" onClick={cancel}>
              取消
            </Button>
          </Can>
        )
      }
    />
  )
}

interface TableProps {
  readonly rows: readonly BackupRow[]
  readonly isBusy: boolean
  act(run: () => Promise<{ message: string }>): void
}

function BackupTable({ rows, isBusy, act }: TableProps) {
  const isNarrow = Grid.useBreakpoint().md === false
  const { mutate: loadFile, isPending: isLoadingFile } = useMutation({ mutationFn: download })
  const buttons = (row: BackupRow) => (
    <Space wrap>
      <Button
        size="small"
        disabled={isBusy}
        onClick={() => act(() => callForMessage(backupEndpoints.check, { name: row.name }))}
      >
        校验
      </Button>
      {row.isEncrypted && (
        <Can do="system:backup:download">
          <Button size="small" loading={isLoadingFile} onClick={() => loadFile(row)}>
            下载
          </Button>
        </Can>
      )}
      <Can do="system:backup:delete">
        <Popconfirm
          title={`删除备份 ${row.name}？`}
          description="删除后不能恢复到这一时刻。"
          onConfirm={() => act(() => callForMessage(backupEndpoints.remove, { name: row.name }))}
        >
          <Button size="small" danger disabled={isBusy}>
            删除
          </Button>
        </Popconfirm>
      </Can>
    </Space>
  )
  const facts = (row: BackupRow) => (
    <Space size={4} wrap>
      <Tag>{kindTexts[row.kind]}</Tag>
      <Tag color={row.isEncrypted ? 'green' : 'orange'}>{row.isEncrypted ? '已加密' : '未加密'}</Tag>
    </Space>
  )
  return (
    <Table<BackupRow>
      size="middle"
      bordered
      rowKey="name"
      dataSource={rows}
      pagination={{ pageSize: 20, hideOnSinglePage: true }}
      locale={{ emptyText: '还没有备份。每夜两点会自动备份，也可以现在按“立即备份”' }}
      columns={
        isNarrow
          ? [
              {
                title: '备份',
                key: 'backup',
                render: (_, row) => (
                  <Space orientation="vertical" style={{ width: '100%' }}>
                    <Typography.Text style={{ overflowWrap: 'anywhere' }}>{row.name}</Typography.Text>
                    <span>
                      {row.time}　{sizeText(row.bytes)}
                    </span>
                    {facts(row)}
                    {buttons(row)}
                  </Space>
                ),
              },
            ]
          : [
              { title: '完成时间', dataIndex: 'time', width: 180 },
              { title: '文件', dataIndex: 'name' },
              {
                title: '大小',
                key: 'bytes',
                width: 110,
                align: 'right',
                render: (_, row) => sizeText(row.bytes),
              },
              { title: '类别', key: 'facts', width: 150, render: (_, row) => facts(row) },
              { title: '操作', key: 'actions', width: 230, render: (_, row) => buttons(row) },
            ]
      }
    />
  )
}

const sizeText = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`

/** The file of an encrypted backup, for the browser to keep. */
async function download({ name }: BackupRow): Promise<void> {
  saveFile(await requestFile({ method: 'GET', path: backupEndpoints.download.path, query: { name } }), name)
}
