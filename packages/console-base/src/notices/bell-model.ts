import type { NoticeRow, OwnNotices, WarningNotice } from '@suoan/contract'
import type { Sound } from './sounds.ts'

/** How often the bell asks. The live channel makes it look sooner. */
export const pollMs = 30_000

/** A failed list ends the polling until something makes the bell look again (1-shell.md §4). */
export const pollInterval = (hasFailed: boolean): number | false => (hasFailed ? false : pollMs)

/** Two sounds within this time are one event heard twice: a poll has seen what the live channel tells next. */
const quietMs = 5_000

/**
 * What is heard after a look: an alert for a higher count of unclosed locks than before (not at the first look at
 * all), a chime for a notice that has come over the live channel with words (1-shell.md §2.7, §4). A notice without
 * words is to be noticed by nobody else in the room (A15).
 * @param sinceSound ms since the last sound
 */
export function soundOf(look: {
  readonly before: number | undefined
  readonly now: number | undefined
  readonly hasNews: boolean
  readonly sinceSound: number
}): Sound | null {
  const { before, now, hasNews, sinceSound } = look
  if (before !== undefined && now !== undefined && now > before) return 'alert'
  return hasNews && sinceSound >= quietMs ? 'chime' : null
}

/** Role number 4 looks only: no bell (1-shell.md §2.6). */
export const isBellHidden = (roleNumber: number | null | undefined): boolean => Number(roleNumber) === 4

export type BellItem = Pick<NoticeRow, 'id' | 'titile' | 'createTime' | 'priority'> & {
  readonly notice: NoticeRow | WarningNotice
}

export interface BellTab {
  readonly key: '1' | '2' | '3'
  readonly title: string
  readonly total: number
  readonly items: readonly BellItem[]
  /** Where 查看更多 goes. */
  readonly more: string
  readonly empty: string
}

/** The three tabs of the bell from `listByUser`, keyed 3, 1, 2 (1-shell.md §2.7). */
export function bellTabs(own: OwnNotices | undefined): readonly BellTab[] {
  const item = (notice: NoticeRow | WarningNotice): BellItem => ({
    id: notice.id,
    titile: notice.titile,
    createTime: notice.createTime,
    priority: notice.priority,
    notice,
  })
  const messages = '/isps/userAnnouncement'
  return [
    {
      key: '3',
      title: '未关锁警告',
      total: own?.warringMsgTotal ?? 0,
      items: (own?.warringMsgList ?? []).map(item),
      more: '/isps/userUncloseLock',
      empty: '没有未关锁警告',
    },
    {
      key: '1',
      title: '通知',
      total: own?.anntMsgTotal ?? 0,
      items: (own?.anntMsgList ?? []).map(item),
      more: messages,
      empty: '没有未读通知',
    },
    {
      key: '2',
      title: '系统消息',
      total: own?.sysMsgTotal ?? 0,
      items: (own?.sysMsgList ?? []).map(item),
      more: messages,
      empty: '没有未读系统消息',
    },
  ]
}

/** The tab to open: the first with something unread, so locks left open before everything; else the notices. */
export const firstTab = (tabs: readonly BellTab[]): BellTab['key'] =>
  tabs.find(({ total }) => total > 0)?.key ?? '1'

/** How much is unread under a key. */
export const totalOf = (tabs: readonly BellTab[], key: BellTab['key']): number =>
  tabs.find((tab) => tab.key === key)?.total ?? 0

export const priorityLook = (
  priority: string | null,
): { text: string; tone: 'error' | 'warning' | 'processing' } =>
  priority === 'H'
    ? { text: '紧急消息', tone: 'error' }
    : priority === 'M'
      ? { text: '重要消息', tone: 'warning' }
      : { text: '一般消息', tone: 'processing' }
