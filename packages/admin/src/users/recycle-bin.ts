import { user } from '@suoan/contract'
import { everything, isIn } from '@suoan/kit/filter'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { scopeFor, type Scope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { failUnseen } from '@suoan/platform/fail'
import {
  idsOf,
  originOf,
  present,
  recordAudit,
  resourceStore,
  type RowRecord,
} from '@suoan/platform/resource'
import { addDepartTexts } from './depart-texts.ts'
import { refuseStrongerPeople } from './powers.ts'

const MOST = 1_000

/** Logically deleted users; `orgCode` holds the names of their departments (4-api.md §7.1). */
export async function listBin(ctx: Context, actor: Actor): Promise<(RowRecord & { id: string })[]> {
  const scope = await scopeFor(ctx, actor, user, 'delete')
  const rows = await resourceStore(user).list(ctx.pool, scope, everything, { deleted: 'only', limit: MOST })
  await present(ctx, user, actor, rows, () => addDepartTexts(ctx.pool, actor.tenantId, rows))
  return rows.map((row) => ({ ...row, id: String(row['id']), orgCode: row['orgCodeTxt'] }))
}

/** Brings users back as they were: links and password are still there, sessions are not. */
export async function restoreUsers(
  ctx: Context,
  actor: Actor,
  userIds: string | readonly string[],
  request: FastifyRequest,
): Promise<void> {
  const scope = await scopeFor(ctx, actor, user, 'delete')
  await inTransaction(ctx, async (tx, emit) => {
    const now = ctx.clock.now()
    const rows = await binned(tx, scope, idsOf(userIds))
    const ids = rows.map((row) => String(row['id']))
    await refuseStrongerPeople(tx, actor, ids)
    await tx
      .updateTable('sysUser')
      .set((set) => ({
        delFlag: 0,
        updateBy: actor.username,
        updateTime: new Date(now),
        revision: set('revision', '+', 1),
      }))
      .where('id', 'in', ids)
      .execute()
    const changes = rows.map((before) => ({
      resource: user,
      before,
      after: { ...before, delFlag: 0, revision: Number(before['revision']) + 1 },
    }))
    await recordAudit(
      tx,
      { actor, content: `用户：还原 ${namesOf(rows)}`, operateType: 3, origin: originOf(request), now },
      changes,
    )
    emit('resource.changed', { resource: user.name, tenantId: actor.tenantId, ids })
    emit('permissions.changed', { userIds: ids })
  })
}

/** Removes deleted users for good, with password, links and former passwords. Records keep the bare ids. */
export async function purgeUsers(
  ctx: Context,
  actor: Actor,
  userIds: string | readonly string[],
  request: FastifyRequest,
): Promise<void> {
  const scope = await scopeFor(ctx, actor, user, 'delete')
  await inTransaction(ctx, async (tx, emit) => {
    const rows = await binned(tx, scope, idsOf(userIds))
    const ids = rows.map((row) => String(row['id']))
    await refuseStrongerPeople(tx, actor, ids)
    for (const table of [
      'sysUserRole',
      'sysUserDepart',
      'sysDepartRoleUser',
      'sysPassword',
      'sysPasswordHistory',
      'sysSession',
      'signInChallenge',
      'sysTotp',
      'sysTotpRecovery',
    ] as const)
      await tx.deleteFrom(table).where('userId', 'in', ids).execute()
    for (const table of ['list_view_default', 'list_view'])
      await sql`delete from ${sql.table(table)} where user_id = any(${ids}::text[])`.execute(tx)
    // Else the account at the provider would stay bound to nobody, for ever.
    await tx.deleteFrom('sysThirdAccount').where('sysUserId', 'in', ids).execute()
    await tx.deleteFrom('sysUser').where('id', 'in', ids).execute()
    await recordAudit(
      tx,
      {
        actor,
        content: `用户：彻底删除 ${namesOf(rows)}`,
        operateType: 4,
        origin: originOf(request),
        now: ctx.clock.now(),
      },
      rows.map((before) => ({ resource: user, before, after: null })),
    )
    emit('resource.changed', { resource: user.name, tenantId: actor.tenantId, ids })
  })
}

async function binned(tx: Tx, scope: Scope, ids: readonly string[]): Promise<RowRecord[]> {
  const rows = await resourceStore(user).list(tx, scope, isIn('id', ids), { deleted: 'only', limit: MOST })
  if (rows.length === 0) throw failUnseen(user.table, ids)
  return rows
}

function namesOf(rows: readonly RowRecord[]): string {
  const names = rows.slice(0, 20).map((row) => String(row['realname'] ?? row['username']))
  return `${names.join('、')}${rows.length > 20 ? ` 等 ${rows.length} 人` : ''}`
}
