import { externalPersonEndpoints as calls } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { PassView } from './PassView.tsx'
import { WindowInput, sentWindow, today, type PassWindow } from './WindowInput.tsx'

interface Props {
  readonly id: string
  readonly name: string
  /** Last day of his admission, `YYYY-MM-DD`; null when he was never admitted. */
  readonly admitTo: string | null
  onClose(): void
}

/** A day pass for somebody who stands in the register. */
export function IssuePassDialog({ id, name, admitTo, onClose }: Props) {
  const [window, setWindow] = useState<PassWindow>(today)
  const issue = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(calls.issuePass, { id, ...sentWindow(window) }, { quiet: true }),
    onError: showFailure,
  })
  const pass = issue.data
  return (
    <AppModal
      open
      width={480}
      title={`开通行证：${name}`}
      okText={pass ? '打印' : '签发'}
      cancelText={pass ? '已交给本人' : '取消'}
      confirmLoading={issue.isPending}
      okClose={false}
      onOk={() => (pass ? globalThis.print() : issue.mutate())}
      onCancel={onClose}
    >
      {pass ? (
        <PassView pass={pass} />
      ) : (
        <Form layout="vertical" component="div">
          <Alert
            type={admitTo === null ? 'warning' : 'info'}
            showIcon
            className="gap-pass"
            title={
              admitTo === null
                ? '此人没有入场许可，请先编辑登记，填写入场许可日期'
                : `入场许可至 ${admitTo}。签发新证后，同一时段的旧证立即失效。`
            }
          />
          <WindowInput value={window} onChange={setWindow} />
        </Form>
      )}
    </AppModal>
  )
}
