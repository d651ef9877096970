import { announcement } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { cleanHtml } from './clean-html.ts'
import { keepPictures, refuseForeignPictures } from './notice-pictures.ts'
import { presentCounts } from './send-counts.ts'
import { addReceipts } from '@suoan/platform/notices/notify-users'

/** What announcements respect beside plain CRUD (4-api.md §7.12): drafts only are edited, receipts follow the receivers. */
export const announcementHooks = defineHooks(announcement, {
  async beforeAdd(draft, call) {
    refuseNobody(draft.msgType, draft.userIds)
    refuseEndBeforeStart(draft.startTime, draft.endTime)
    await cleanContent(draft, call, null)
    draft.sendStatus = '0'
    draft.sender = call.actor.username
  },
  async afterAdd(row, { tx, ctx, actor, scope, now }) {
    await keepPictures(tx, actor, row.id, picturesOf(ctx, row))
    if (row.msgType === 'USER') await addReceipts(tx, scope.tenantId, row.id, idsOf(row.userIds), now)
  },
  async beforeEdit(draft, before, call) {
    if (before.sendStatus === '1')
      throw fail('REFUSED', { detail: `“${before.titile}”已发布，请先撤销再修改` })
    await cleanContent(draft, call, before.id)
    const next = { ...before, ...draft }
    refuseNobody(next.msgType, next.userIds)
    refuseEndBeforeStart(next.startTime, next.endTime)
  },
  async afterEdit(row, _before, { tx, ctx, actor, scope, now }) {
    await keepPictures(tx, actor, row.id, picturesOf(ctx, row))
    if (row.msgType !== 'USER') return
    const userIds = idsOf(row.userIds)
    await sql`delete from sys_announcement_send where annt_id = ${row.id} and user_id <> all(${userIds}::text[])`.execute(
      tx,
    )
    await addReceipts(tx, scope.tenantId, row.id, userIds, now)
  },
  beforeDelete(rows) {
    const live = rows.find(({ sendStatus }) => sendStatus === '1')
    if (live) throw fail('REFUSED', { detail: `“${live.titile}”已发布，请先撤销再删除` })
  },
  present: presentCounts,
})

interface Written {
  msgContent?: string | null
}

/** Stored HTML is clean HTML, whoever reads it later (security.md V18), and shows no picture of another's. */
async function cleanContent(draft: Written, { ctx, tx, actor }: HookCall, id: string | null): Promise<void> {
  if (typeof draft.msgContent !== 'string') return
  const { html, pictures } = cleanHtml(ctx, draft.msgContent)
  draft.msgContent = html
  await refuseForeignPictures(tx, actor, pictures, id)
}

const picturesOf = (ctx: Context, { msgContent }: Written): readonly string[] =>
  cleanHtml(ctx, msgContent ?? '').pictures

/** The client sends a trailing comma (4-api.md §7.12). */
const idsOf = (userIds: string | null | undefined): string[] =>
  (userIds ?? '').split(',').filter((id) => id !== '')

function refuseNobody(msgType: string | null | undefined, userIds: string | null | undefined): void {
  if (msgType === 'USER' && idsOf(userIds).length === 0)
    throw fail('BAD_INPUT', { detail: '指定用户不能为空！' })
}

function refuseEndBeforeStart(start: string | null | undefined, end: string | null | undefined): void {
  // Wire times compare as texts.
  if (start && end && end <= start) throw fail('BAD_INPUT', { detail: '截至日期须晚于开始时间' })
}
