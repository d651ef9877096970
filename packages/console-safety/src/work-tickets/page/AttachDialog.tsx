import { attachEndpoints, uploadBytes } from '@suoan/contract'
import { FileInput } from '@suoan/ui/file-input'
import { AppModal } from '@suoan/ui/modal'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { fileUrl, thumbUrl } from '@suoan/console-base/request/api-base.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { sendFile } from '@suoan/console-base/request/send-file.ts'
import { loadFile, nameOfStored } from '@suoan/console-base/resource/stored-file.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { useMove } from '../use-move.ts'

/** A file for a ticket: what it is, the file itself, and what is said about it. */
export function AttachDialog({ workId, onClose }: { workId: string; onClose(): void }) {
  const [bizType, setType] = useState('02')
  const [path, setPath] = useState<string | undefined>()
  const [pending, setPending] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { move, isRunning } = useMove(workId)
  const problem = pending ?? (path ? null : '请选择文件')
  const submit = async () => {
    setAsked(true)
    if (problem !== null || path === undefined) return
    const done = await move('上传附件', (press) =>
      call(attachEndpoints.add, { ...press, workId, path, bizType, remark }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <AppModal
      open
      width={520}
      title="上传附件"
      okText="上传"
      okClose={false}
      confirmLoading={isRunning}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="类型">
          <DictSelect code="lo_attach_type" value={bizType} onChange={(value) => setType(String(value))} />
        </Form.Item>
        <Form.Item
          label="文件"
          required
          validateStatus={isAsked && problem !== null ? 'error' : ''}
          help={isAsked ? problem : null}
        >
          <FileInput
            label="文件"
            accept="any"
            most={1}
            maxBytes={uploadBytes}
            disabled={isRunning}
            value={path}
            onChange={setPath}
            upload={(file, options) => sendFile(file, options)}
            urlOf={fileUrl}
            thumbOf={(stored) => thumbUrl(stored, 240)}
            load={loadFile}
            nameOf={(stored) => nameOfStored(stored, path, undefined)}
            onPending={setPending}
          />
        </Form.Item>
        <Form.Item label="说明">
          <Input.TextArea
            rows={2}
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
