import { AppModal } from '@suoan/ui/modal'
import { Button } from 'antd'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router'
import { DialogPage, usePageInDialog } from '@suoan/console-base/tabs/dialog-page.ts'
import { FrozenPage } from '../FrozenPage.tsx'
import { CrashPage } from '../states/CrashPage.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { Notice } from '@suoan/console-base/states/Notice.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { MessageText } from '@suoan/console-base/notices/MessageText.tsx'
import type { NoticeView } from './notice-target.ts'
import { closeNotice, type ShownNotice } from '@suoan/console-base/notices/shown-notice.ts'

interface Props {
  readonly notice: ShownNotice
  readonly view: NoticeView
}

/**
 * A notice of the kind component: what it says, and below it the view it names, about the thing it names (`busId`), to
 * be worked in right here (5-screens.md §2.11, 4-api.md §7.14).
 */
export function ViewDialog({ notice, view }: Props) {
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  return (
    <AppModal
      open
      fullscreen
      width={isMobile ? '94%' : 1250}
      title="通知消息"
      onCancel={closeNotice}
      footer={[
        <Button key="close" onClick={closeNotice}>
          关闭
        </Button>,
        view.kind === 'page' && (
          <Button
            key="page"
            onClick={() => {
              closeNotice()
              void navigate(view.path)
            }}
          >
            打开完整页面
          </Button>
        ),
      ]}
    >
      <MessageText notice={notice} />
      {view.kind === 'page' ? (
        <Mounted view={view} busId={notice.busId} />
      ) : (
        <Notice kind="info" {...whyNot(view.kind, notice.openPage ?? '')} />
      )}
    </AppModal>
  )
}

function Mounted({ view, busId }: { view: NoticeView & { kind: 'page' }; busId: string | null }) {
  const own = usePageInDialog(busId)
  return (
    <DialogPage value={own}>
      <ErrorBoundary FallbackComponent={CrashPage}>
        <Suspense fallback={<LoadingState />}>
          <div className="message-view">
            <FrozenPage page={{ ...view.page, hasHeader: false }} address={view.path} />
          </div>
        </Suspense>
      </ErrorBoundary>
    </DialogPage>
  )
}

function whyNot(
  kind: Exclude<NoticeView['kind'], 'page'>,
  openPage: string,
): { title: string; text: string } {
  if (kind === 'unknown')
    return {
      title: '相关页面尚未提供',
      text: `消息要打开的“${openPage}”在当前版本中不存在。以上内容仍然有效，需要处理时请联系管理员。`,
    }
  if (kind === 'closed')
    return {
      title: '没有相关页面的权限',
      text: `您的菜单中没有消息要打开的页面（${openPage}）。需要处理时请联系管理员授权。`,
    }
  return {
    title: '消息没有指明对象',
    text: '消息没有写明涉及哪一条数据，无法直接打开。请在对应的列表中查找。',
  }
}
