import type { NoticeRow, WarningNotice } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Button } from 'antd'
import { useIsMobile } from '../use-width.ts'

interface Props {
  readonly notice: Pick<
    NoticeRow | WarningNotice,
    'titile' | 'sender' | 'sendTime' | 'msgContent' | 'openType' | 'openPage'
  >
  onClose(): void
  onGo(path: string): void
}

/** 通知消息: title, sender, time, content; 去处理 leads to where something can be done (5-screens.md §2.11). */
export function MessageDialog({ notice, onClose, onGo }: Props) {
  const isMobile = useIsMobile()
  const target = targetOf(notice)
  const go = () => {
    onClose()
    if (target) onGo(target)
  }
  return (
    <AppModal
      open
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
        <Content html={notice.msgContent ?? ''} />
      </article>
    </AppModal>
  )
}

/** A page by its path, or by its component name as menus write it (`isps/userUncloseLock`). */
function targetOf({ openType, openPage }: Props['notice']): string | null {
  if (!openPage || (openType !== 'url' && openType !== 'component')) return null
  // Only ways within the console: `//host` and `scheme:` are somebody else's.
  const path = openPage.startsWith('/') ? openPage : `/${openPage}`
  return /^\/(?!\/)[^:\\]*$/.test(path) ? path : null
}

/**
 * Messages of the system are paragraphs and shown as text. What people wrote as HTML is shown in a frame of no origin
 * without scripts, so that nothing in it can act for the reader (security.md V18).
 */
function Content({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  const children = [...body.children]
  const isPlain = children.every((child) => child.tagName === 'P' && child.childElementCount === 0)
  if (isPlain) {
    const lines = children.length === 0 ? [body.textContent] : children.map((child) => child.textContent)
    return (
      <div className="message-text">
        {lines.map((line, index) => (
          // Lines of one fixed text: their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index}>{line}</p>
        ))}
      </div>
    )
  }
  return <iframe title="消息内容" sandbox="" srcDoc={html} className="message-frame" />
}
