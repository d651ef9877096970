import type { NoticeRow, WarningNotice } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Button } from 'antd'
import { useMemo } from 'react'
import { confirmAction } from '../../resource/run-action.ts'
import { useSession } from '../../session/session-store.ts'
import { useIsMobile } from '../use-width.ts'
import { noticeTarget } from './notice-target.ts'
import { RichText } from './RichText.tsx'

interface Props {
  readonly notice: Pick<
    NoticeRow | WarningNotice,
    'titile' | 'sender' | 'sendTime' | 'msgContent' | 'openType' | 'openPage' | 'busId'
  >
  onClose(): void
  onGo(path: string): void
}

/** 通知消息: title, sender, time, content; 去处理 leads to where something can be done (5-screens.md §2.11). */
export function MessageDialog({ notice, onClose, onGo }: Props) {
  const isMobile = useIsMobile()
  const menu = useSession((session) => session.permissions?.menu)
  const target = useMemo(() => noticeTarget(notice, menu ?? []), [notice, menu])
  const go = () => {
    if (target?.kind === 'foreign') return askToLeave(target.address)
    onClose()
    if (target) onGo(target.path)
  }
  return (
    <AppModal
      open
      fullscreen
      width={isMobile ? '94%' : '60%'}
      title="通知消息"
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        target && (
          <Button key="go" type="primary" onClick={go}>
            去处理
          </Button>
        ),
      ]}
    >
      <article>
        <header className="message-head">
          <h2>{notice.titile}</h2>
          <p>
            发布人：{notice.sender} 发布时间： {notice.sendTime}
          </p>
        </header>
        <RichText html={notice.msgContent ?? ''} />
      </article>
    </AppModal>
  )
}

/** Another site is somebody else's: the person sees its address and decides (security.md V18). */
function askToLeave(address: string): void {
  confirmAction(
    { title: '即将打开外部网页', content: `${address}\n该网页不属于本系统，请确认来源可信后再打开。` },
    () => void window.open(address, '_blank', 'noopener,noreferrer'),
  )
}
