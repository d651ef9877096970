import { AppModal } from '@suoan/ui/modal'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { MessageText } from '@suoan/console-base/notices/MessageText.tsx'
import { noticeTarget } from './notice-target.ts'
import { closeNotice, type ShownNotice } from '@suoan/console-base/notices/shown-notice.ts'

/** 通知消息: title, sender, time, content; 去处理 leads to where something can be done (5-screens.md §2.11). */
export function MessageDialog({ notice }: { notice: ShownNotice }) {
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const target = noticeTarget(notice)
  const go = () => {
    if (target?.kind === 'foreign') return askToLeave(target.address)
    closeNotice()
    if (target) void navigate(target.path)
  }
  return (
    <AppModal
      open
      fullscreen
      width={isMobile ? '94%' : '60%'}
      title="通知消息"
      onCancel={closeNotice}
      footer={[
        <Button key="close" onClick={closeNotice}>
          关闭
        </Button>,
        target && (
          <Button key="go" type="primary" onClick={go}>
            去处理
          </Button>
        ),
      ]}
    >
      <MessageText notice={notice} />
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
