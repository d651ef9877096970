import { workTicketEndpoints as tickets } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'

interface Props {
  readonly workId: string
  readonly workName: string
  onClose(): void
}

/** Keeps a ticket as a template under a name. */
export function SaveTemplateDialog({ workId, workName, onClose }: Props) {
  const [templateName, setName] = useState(workName)
  const [remark, setRemark] = useState('')
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(tickets.templateSave, { workId, templateName, remark }, { quiet: true }),
    onSuccess: () => {
      void feedback().message.success('已存为模板，新建工作票时可以从它开始')
      onClose()
    },
    onError: showFailure,
  })
  return (
    <AppModal
      open
      width={480}
      title="存为模板"
      okText="保存"
      okClose={false}
      okButtonProps={{ disabled: templateName.trim().length < 2 }}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="模板名称" required extra="不保存时间、人员和锁具；隔离点、措施和内容都会保存">
          <Input maxLength={100} value={templateName} onChange={(event) => setName(event.target.value)} />
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
