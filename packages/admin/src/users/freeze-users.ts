import { user } from '@suoan/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { idsOf, originOf, recordAudit, resourceStore, type RowChange } from '@suoan/platform/resource'
import { endSessionsOf } from '../session/index.ts'
import { mentionedIn, refuseInUse } from './in-use.ts'
import { refuseLastAdmin, refuseStrongerPeople } from './powers.ts'

const FROZEN = 2

/**
 * Freezes (2) or thaws (1) accounts; a frozen one loses its sessions at once. Answers what still relies on the frozen
 * ones; '' when nothing does.
 */
export async function setStatus(
  ctx: Context,
  actor: Actor,
  input: { readonly ids: string | readonly string[]; readonly status: number },
  request: FastifyRequest,
): Promise<string> {
  const ids = idsOf(input.ids)
  const isFreezing = input.status === FROZEN
  if (isFreezing && ids.includes(actor.userId)) throw fail('REFUSED', { detail: '不能冻结自己的账号' })
  const scope = await scopeFor(ctx, actor, user, 'edit')
  const store = resourceStore(user)
  return await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const rows = await store.findMany(tx, scope, ids, { lock: true })
    if (rows.length === 0) throw failUnseen(user.table, ids)
    const known = rows.map((row) => String(row['id']))
    await refuseStrongerPeople(tx, actor, known)
    if (isFreezing) {
      await refuseLastAdmin(tx, known)
      await refuseInUse(ctx, tx, { tenantId: actor.tenantId, ids: known, removal: 'freeze' })
    }
    const changes: RowChange[] = []
    for (const before of rows) {
      if (before['status'] === input.status) continue
      const after = await store.update(tx, scope, String(before['id']), { status: input.status }, now)
      changes.push({ resource: user, before, after: after ?? before })
    }
    if (changes.length === 0) return ''
    const names = changes.slice(0, 20).map(({ before }) => String(before?.['realname'] ?? ''))
    const content = `用户：${isFreezing ? '冻结' : '解冻'} ${names.join('、')}${changes.length > 20 ? ` 等 ${changes.length} 人` : ''}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now }, changes)
    emit('resource.changed', { resource: user.name, tenantId: actor.tenantId, ids: known })
    if (!isFreezing) return ''
    for (const userId of known) emit('account.ended', { tenantId: actor.tenantId, userId })
    for (const { id, userId } of await endSessionsOf(tx, known))
      emit('session.ended', { sessionId: id, userId, reason: 'frozen' })
    return await mentionedIn(ctx, tx, actor.tenantId, known)
  })
}
