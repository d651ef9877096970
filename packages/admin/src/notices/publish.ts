import { announcement, announcementEndpoints as endpoints } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { hasBegun } from '@suoan/platform/notices/own-notices'

const store = resourceStore(announcement)

/** Releasing and revoking (4-api.md §7.12). */
export const mountPublishing: Feature = ({ ctx, bind }) => {
  bind(endpoints.release, async ({ input, actor, request }) => {
    await publish(ctx, actor, input.id, '1', originOf(request))
    return answered(null, '该系统通知发布成功')
  })
  bind(endpoints.revoke, async ({ input, actor, request }) => {
    await publish(ctx, actor, input.id, '2', originOf(request))
    return answered(null, '该系统通知撤销成功')
  })
}

/** Sets `sendStatus` 1 (published) or 2 (revoked). Repeating the same call changes nothing and tells nobody. */
async function publish(
  ctx: Context,
  actor: Actor,
  id: string,
  status: '1' | '2',
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  const scope = await scopeFor(ctx, actor, announcement, 'edit')
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const [row] = await store.findMany(tx, scope, [id], { lock: true })
    if (!row) throw failUnseen(announcement.table, [id])
    if (row['sendStatus'] === status) return
    if (status === '2' && row['sendStatus'] !== '1')
      throw fail('REFUSED', { detail: `“${String(row['titile'])}”尚未发布，无需撤销` })
    const at = new Date(now)
    await tx
      .updateTable('sysAnnouncement')
      .set((eb) => ({
        sendStatus: status,
        ...(status === '1' ? { sendTime: at, cancelTime: null, sender: actor.username } : { cancelTime: at }),
        updateBy: actor.username,
        updateTime: at,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    // What is published again may read differently: nobody has read it yet, and nobody counts as having read it.
    if (status === '1')
      await sql`update sys_announcement_send set read_flag = '0', read_time = null
        where annt_id = ${id} and read_flag <> '0'`.execute(tx)
    const what = status === '1' ? '发布' : '撤销'
    await recordAudit(tx, {
      actor,
      content: `系统通告：${what} ${String(row['titile'])}`,
      operateType: 3,
      origin,
      now,
    })
    const { tenantId } = scope
    // Nothing is read aloud before its time: the bell shows it when it looks next after that.
    const msgTxt = status === '1' && hasBegun(row, now) ? String(row['titile']) : ''
    const userIds = row['msgType'] === 'ALL' ? null : await receiversOf(tx, id)
    emit('notice.sent', { tenantId, userIds, msgId: id, msgTxt })
    emit('resource.changed', { resource: announcement.name, tenantId, ids: [id] })
  })
}

async function receiversOf(tx: Tx, anntId: string): Promise<string[]> {
  const { rows } = await sql<{
    userId: string
  }>`select user_id from sys_announcement_send where annt_id = ${anntId}`.execute(tx)
  return rows.map(({ userId }) => userId)
}
