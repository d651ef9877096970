import { UploadOutlined } from '@ant-design/icons'
import { ossFile, permissionOf } from '@suoan/contract'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { loadFile } from '@suoan/console-base/resource/stored-file.ts'
import { isPdf, isPicture } from '@suoan/ui/stored-file'
import { Suspense, useState } from 'react'

const FilePreview = lazyPart('FilePreview', () => import('@suoan/ui/file-preview').then((m) => m.FilePreview))
const UploadDialog = lazyPart('UploadDialog', () => import('./UploadDialog.tsx').then((m) => m.UploadDialog))

type OssFile = RowOf<typeof ossFile.fields>

/** 对象存储: files that people keep in the store for themselves (5-screens.md §7.3). */
export default function OssFilePage() {
  const [opened, setOpened] = useState<OssFile | null>(null)
  const [isUploading, setUploading] = useState(false)
  return (
    <div className="card">
      <ResourceView
        resource={ossFile}
        selectable={false}
        columns={{
          fileName: { align: 'left' },
          url: { align: 'left', width: 420, render: ({ url }) => url ?? '' },
        }}
        toolbar={[
          {
            key: 'upload',
            label: '上传文件',
            icon: <UploadOutlined />,
            permission: permissionOf(ossFile, 'upload'),
            run: () => setUploading(true),
          },
        ]}
        rowActions={[{ key: 'preview', label: '预览', primary: true, run: (row) => show(row, setOpened) }]}
        deleteQuestion="是否删除选中文件?"
      />
      <Suspense fallback={null}>
        {opened?.url && (
          <FilePreview
            path={opened.url}
            among={[opened.url]}
            urlOf={fileUrl}
            load={loadFile}
            nameOf={() => opened.fileName ?? ''}
            onClose={() => setOpened(null)}
          />
        )}
        {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
      </Suspense>
    </div>
  )
}

/** Pictures and PDFs are opened in place; what no browser shows is taken away as a file. */
function show(row: OssFile, open: (row: OssFile) => void): void {
  const url = row.url ?? ''
  if (isPicture(url) || isPdf(url)) return open(row)
  const link = document.createElement('a')
  link.href = fileUrl(url)
  link.download = row.fileName ?? ''
  link.rel = 'noopener'
  link.click()
}
