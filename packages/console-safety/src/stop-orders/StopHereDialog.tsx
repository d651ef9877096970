import { stopOrderEndpoints } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { AppModal } from '@suoan/ui/modal'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { ScanInput } from '../scan/ScanInput.tsx'
import { failureText } from '@suoan/console-base/request/failure.ts'
import './stop-orders.css'

/**
 * The red button of somebody who is on no ticket (T32): he reads the tag of the place where he stands, and what is done
 * there stops. A scanner types the text of the tag and Enter.
 */
export function StopHereDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient()
  const [tag, setTag] = useState('')
  const [reason, setReason] = useState('')
  const stop = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(stopOrderEndpoints.atPlace, { qr: tag.trim(), reason }, { quiet: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['resource'] }),
  })
  const stopped = stop.data?.stopped
  const press = () => {
    if (tag.trim() !== '' && !stop.isPending) stop.mutate()
  }
  return (
    <AppModal
      open
      width={480}
      title="现场扫码停工"
      okText={stopped ? '知道了' : '立即停止此处作业'}
      okButtonProps={{ danger: !stopped, size: 'large', disabled: !stopped && tag.trim() === '' }}
      cancelButtonProps={{ size: 'large' }}
      confirmLoading={stop.isPending}
      okClose={false}
      onOk={() => (stopped ? onClose() : press())}
      onCancel={onClose}
    >
      {stopped ? (
        <Alert
          type="success"
          showIcon
          title={`已停止此处的 ${stopped.length} 张工作票`}
          description={`${stopped.join('、')}。请通知现场人员撤离，并向属地负责人说明情况。`}
        />
      ) : (
        <>
          <Alert
            type="warning"
            showIcon
            className="stop-say"
            title="发现危险时，任何人都可以停止身边的作业。"
            description="扫描所在位置的现场标签（隔离点、锁具或区域）。停止后人员撤离、锁保持上锁；谁、何时、在何处停止会被记录。"
          />
          {stop.error && <Alert type="error" showIcon className="stop-say" title={failureText(stop.error)} />}
          <Form layout="vertical" component="div">
            <LabelledItem label="现场标签" required>
              <ScanInput
                autoFocus
                value={tag}
                maxLength={100}
                placeholder="扫描，或输入标签上的文字"
                onChange={setTag}
                onEnter={press}
              />
            </LabelledItem>
            <LabelledItem label="停止原因">
              <Input
                size="large"
                value={reason}
                maxLength={200}
                placeholder="可不填，例如：闻到气味"
                onChange={(event) => setReason(event.target.value)}
                onPressEnter={press}
              />
            </LabelledItem>
          </Form>
        </>
      )}
    </AppModal>
  )
}
