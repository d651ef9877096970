import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { attachEndpoints, type AttachRow } from '@suoan/contract'
import { pathsOf } from '@suoan/ui/stored-file'
import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm, Skeleton, Table } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { loadFile } from '@suoan/console-base/resource/stored-file.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { ticketKey } from '../ticket-queries.ts'
import { usePageMove } from '../use-move.ts'
import { fileSizeText } from './file-size-text.ts'

const AttachDialog = lazyPart('AttachDialog', () => import('./AttachDialog.tsx').then((m) => m.AttachDialog))
const FilePreview = lazyPart('FilePreview', () => import('@suoan/ui/file-preview').then((m) => m.FilePreview))

/** The files of a ticket: what they are, who brought them and when; a press opens pictures and PDFs in place. */
export function AttachTab({ workId }: { workId: string }) {
  const isMobile = useIsMobile()
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const { move, running } = usePageMove(workId)
  const files = useQuery({
    queryKey: [...ticketKey, 'attachments', workId],
    queryFn: ({ signal }) => call(attachEndpoints.list, { id: workId }, { signal, quiet: true }),
  })
  if (files.isPending) return <Skeleton active paragraph={{ rows: 4 }} />
  if (!files.data) return <ErrorState error={files.error} onRetry={() => void files.refetch()} />
  const { rows, mayAdd, mayRemove } = files.data
  const nameOf = (path: string) => rows.find(({ filePath }) => filePath === path)?.fileName ?? path
  const remove = ({ id }: AttachRow) =>
    move('删除附件', (press) =>
      call(attachEndpoints.remove, { ...press, workId, attachId: id }, { quiet: true }),
    )
  return (
    <>
      <KeptNote query={files} />
      {mayAdd && (
        <Button className="gap-bottom" size="large" icon={<UploadOutlined />} onClick={() => setAdding(true)}>
          上传附件
        </Button>
      )}
      <Table<AttachRow>
        size="small"
        rowKey="id"
        pagination={false}
        {...(isMobile ? {} : { scroll: { x: 760 } })}
        dataSource={[...rows]}
        locale={{ emptyText: mayAdd ? '还没有附件，可上传方案、图纸、检测报告和现场照片' : '没有附件' }}
        columns={[
          ...(isMobile
            ? []
            : [
                {
                  title: '类型',
                  key: 'type',
                  width: 90,
                  render: (_: unknown, row: AttachRow) => row.bizType_dictText,
                },
              ]),
          {
            title: '文件',
            key: 'file',
            render: (_, row) => (
              <>
                <Button type="link" className="attach-name" onClick={() => setOpened(row.filePath)}>
                  {row.fileName}
                </Button>
                {isMobile && (
                  <small className="cell-whole">
                    {row.bizType_dictText} · {fileSizeText(row.fileSize)} · {row.byName ?? '—'}{' '}
                    {row.createTime.slice(5, 16)}
                  </small>
                )}
                {row.remark && <small className="cell-whole">{row.remark}</small>}
              </>
            ),
          },
          ...(isMobile
            ? []
            : [
                {
                  title: '大小',
                  key: 'size',
                  width: 90,
                  render: (_: unknown, row: AttachRow) => fileSizeText(row.fileSize),
                },
                {
                  title: '上传',
                  key: 'by',
                  width: 200,
                  render: (_: unknown, row: AttachRow) =>
                    `${row.byName ?? '—'} ${row.createTime.slice(0, 16)}`,
                },
              ]),
          {
            title: '操作',
            key: 'act',
            width: isMobile ? 88 : 110,
            render: (_, row) => (
              <>
                <a href={fileUrl(row.filePath)} download={row.fileName} rel="noopener">
                  下载
                </a>{' '}
                {mayRemove && (
                  <Popconfirm title={`删除“${row.fileName}”？`} onConfirm={() => void remove(row)}>
                    <Button
                      type="text"
                      danger
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={`删除${row.fileName}`}
                      disabled={running !== null}
                    />
                  </Popconfirm>
                )}
              </>
            ),
          },
        ]}
      />
      {!mayRemove && rows.length > 0 && <p className="hint">提交以后附件是证据，不能删除</p>}
      <Suspense fallback={null}>
        {adding && <AttachDialog workId={workId} onClose={() => setAdding(false)} />}
        {opened !== null && (
          <FilePreview
            path={opened}
            among={rows.flatMap(({ filePath }) => pathsOf(filePath))}
            urlOf={fileUrl}
            load={loadFile}
            nameOf={nameOf}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}
