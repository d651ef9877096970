import { ossFile, uploadBytes } from '@suoan/contract'
import { feedback } from '@suoan/console-base/feedback.ts'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { sendFile } from '@suoan/console-base/request/send-file.ts'
import { loadFile } from '@suoan/console-base/resource/stored-file.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { FileInput } from '@suoan/ui/file-input'
import { AppModal } from '@suoan/ui/modal'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'

/** 文件上传: each file is a row of the list as soon as it is stored (5-screens.md §13.12). */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  return (
    <AppModal
      open
      title="文件上传"
      width={520}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
      ]}
    >
      <FileInput
        label="文件"
        accept="any"
        most={0}
        maxBytes={uploadBytes}
        upload={async (file, options) => {
          const stored = await sendFile(file, {
            ...options,
            path: `${ossFile.path}/upload`,
            responseName: 'url',
          })
          void feedback().message.success(`${file.name} 上传成功！`)
          void client.invalidateQueries({ queryKey: resourceKey(ossFile) })
          return stored
        }}
        urlOf={fileUrl}
        thumbOf={fileUrl}
        load={loadFile}
      />
      <p className="hint">可多选，也可把文件拖到这里；单个文件不超过 10 MB</p>
    </AppModal>
  )
}
