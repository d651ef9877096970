import { RichText } from './RichText.tsx'
import type { ShownNotice } from './shown-notice.ts'

/** What a notice says: title, sender by his name, time, content (5-screens.md §2.11). */
export function MessageText({ notice }: { notice: ShownNotice }) {
  return (
    <article>
      <header className="message-head">
        <h2>{notice.titile}</h2>
        <p>
          发布人：{senderOf(notice)} 发布时间： {notice.sendTime}
        </p>
      </header>
      <RichText html={notice.msgContent ?? ''} />
    </article>
  )
}

/** The name of who sent it; the server calls itself 系统. */
export const senderOf = ({
  sender,
  sender_dictText,
}: {
  readonly sender: string | null
  readonly sender_dictText?: string | null
}): string => sender_dictText ?? sender ?? '—'
