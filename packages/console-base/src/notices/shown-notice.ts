import type { NoticeRow, WarningNotice } from '@suoan/contract'
import { create } from 'zustand'

/** What the dialog of a notice needs to know of it. */
export type ShownNotice = Pick<
  NoticeRow | WarningNotice,
  'titile' | 'sender' | 'sendTime' | 'msgContent' | 'openType' | 'openPage' | 'busId'
> & { readonly sender_dictText?: string | null }

/** The one notice that is open, whoever opened it: the bell, 消息提醒, a list. Its dialog belongs to the shell. */
export const useShownNotice = create<{ readonly notice: ShownNotice | null }>()(() => ({ notice: null }))

export const showNotice = (notice: ShownNotice): void => useShownNotice.setState({ notice })
export const closeNotice = (): void => useShownNotice.setState({ notice: null })

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** A row of announcements as its dialog reads it. */
export const noticeOfRow = (row: Readonly<Record<string, unknown>>): ShownNotice => ({
  titile: String(row['titile'] ?? ''),
  sender: textOf(row['sender']),
  sender_dictText: textOf(row['sender_dictText']),
  sendTime: textOf(row['sendTime']),
  msgContent: textOf(row['msgContent']),
  openType: textOf(row['openType']),
  openPage: textOf(row['openPage']),
  busId: textOf(row['busId']),
})
