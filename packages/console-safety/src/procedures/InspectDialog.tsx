import { procedureEndpoints } from '@suoan/contract'
import { inspectResult } from '@suoan/domain/procedure'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import type { Version } from './procedure-text.ts'

type Result = 1 | 2 | 3
const meanings: Readonly<Record<Result, string>> = {
  1: '符合：与现场一致，一年后再检查',
  2: '需修订：新版本生效前，不能从它新建工作票',
  3: '停用：不再使用这个程序',
}
const results = [1, 2, 3] as const

/** The yearly inspection of the effective version: what was found, and what follows. */
export function InspectDialog({
  version,
  onClose,
  onDone,
}: {
  version: Version
  onClose(): void
  onDone(): void
}) {
  const [result, setResult] = useState<Result>(1)
  const [note, setNote] = useState('')
  const needsNote = result !== inspectResult.fits
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      callForMessage(procedureEndpoints.inspect, { id: version.id, result, note }, { quiet: true }),
    onSuccess: ({ message }) => {
      void feedback().message.success(message)
      onDone()
      onClose()
    },
    onError: showFailure,
  })
  return (
    <AppModal
      open
      width={560}
      title={`检查“${version.procName ?? ''}”第 ${version.versionNo ?? 1} 版`}
      okText="登记"
      okClose={false}
      okButtonProps={{ disabled: needsNote && note.trim() === '' }}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label="检查结论"
          required
          extra="由授权人员到现场对照检查；按此程序作业过的人不能检查。登记会记下您的姓名和时间"
        >
          <Radio.Group
            className="inspect-results"
            value={result}
            onChange={({ target }) => setResult(results.find((each) => each === target.value) ?? 1)}
            options={results.map((value) => ({ value, label: meanings[value] }))}
          />
        </Form.Item>
        <Form.Item label="检查说明" required={needsNote}>
          <Input.TextArea
            rows={3}
            maxLength={200}
            showCount
            value={note}
            placeholder={needsNote ? '发现了什么、需要改什么' : '可不填'}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
