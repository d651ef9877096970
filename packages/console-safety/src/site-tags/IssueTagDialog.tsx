import { siteTagEndpoints, type SitePlace } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, QRCode, Typography } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { showFailure } from '@suoan/console-base/feedback.ts'
import './site-tags.css'

interface Props {
  readonly place: SitePlace
  /** What the place is called, e.g. `Q1 PT1 断路器 Q1`. */
  readonly name: string
  onClose(): void
}

/** A new tag for a place: its text is shown once, to be printed as a code or written on an NFC tag. */
export function IssueTagDialog({ place, name, onClose }: Props) {
  const issue = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(siteTagEndpoints.issue, place, { quiet: true }),
    onError: showFailure,
  })
  const code = issue.data?.code
  return (
    <AppModal
      open
      width={480}
      title={`现场标签：${name}`}
      okText={code ? '已打印或写入' : '签发新标签'}
      confirmLoading={issue.isPending}
      okClose={false}
      onOk={() => (code ? onClose() : issue.mutate())}
      onCancel={onClose}
    >
      {code ? (
        <>
          <Alert
            type="warning"
            showIcon
            className="gap-bottom"
            title="标签文字只显示这一次，关闭后不能再查看；遗失请重新签发。"
          />
          <div className="tag-code">
            {/* Dark on light in every theme: many a scanner does not read it the other way round. */}
            <QRCode value={code} size={220} color="#000000" bgColor="#ffffff" />
            <Typography.Text copyable>{code}</Typography.Text>
          </div>
        </>
      ) : (
        <Alert
          type="info"
          showIcon
          title="签发后，此处原有的标签立即失效。"
          description="新标签请打印张贴或写入 NFC 标签，并固定在现场；人员扫到它，才算到场。"
        />
      )}
    </AppModal>
  )
}
