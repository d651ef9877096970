import { shellCalls } from '@suoan/contract'
import { Button } from 'antd'
import { useEffect } from 'react'
import { onNotice } from '@suoan/console-base/realtime/live-store.ts'
import { callRoute } from '@suoan/console-base/request/call.ts'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { bellTabs } from '@suoan/console-base/notices/bell-model.ts'
import { noticeOfRow, showNotice, type ShownNotice } from '@suoan/console-base/notices/shown-notice.ts'
import { lookAtBell, markRead } from '@suoan/console-base/notices/use-bell.ts'

/** How long 消息提醒 stays, s; the bell keeps what it told. */
const seconds = 6
/** More than these would cover the page. */
const mostShown = 3

/**
 * 消息提醒 at the bottom right for what the live channel brings, with the way to it (5-screens.md §2.11). A message
 * without words is to be noticed by nobody else in the room (A15).
 */
export function useNews(): void {
  useEffect(() => {
    const shown: string[] = []
    const end = onNotice(({ text, msgId }) => {
      if (text.trim() === '') return
      const key = `news-${msgId ?? text}`
      const { notification } = feedback()
      const oldest = shown.length >= mostShown ? shown.shift() : undefined
      if (oldest !== undefined) notification.destroy(oldest)
      shown.push(key)
      notification.info({
        key,
        title: '消息提醒',
        description: text,
        placement: 'bottomRight',
        duration: seconds,
        onClose: () => void shown.splice(shown.indexOf(key), 1),
        actions:
          msgId === null ? null : (
            <Button
              type="primary"
              size="small"
              onClick={() => {
                notification.destroy(key)
                void runAction(() => openNews(msgId))
              }}
            >
              查看详情
            </Button>
          ),
      })
    })
    return () => {
      end()
      for (const key of shown) feedback().notification.destroy(key)
    }
  }, [])
}

/** Opens what a frame of the channel has named: unread in the bell, or read elsewhere in the meantime. */
async function openNews(msgId: string): Promise<void> {
  const unread = bellTabs(await lookAtBell()).flatMap(({ items }) => items)
  const found = unread.find(({ id }) => id === msgId)?.notice
  showNotice(found ?? (await readNotice(msgId)))
  await markRead(msgId)
}

async function readNotice(id: string): Promise<ShownNotice> {
  try {
    return noticeOfRow(await callRoute(shellCalls.readNotice, { id }, { quiet: true }))
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.kind !== 'business') throw error
    throw new RequestFailure('business', '该消息已撤销或已处理，其他消息请在“我的消息”中查看')
  }
}
