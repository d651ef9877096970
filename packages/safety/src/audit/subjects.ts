import { lock } from '@suoan/contract'
import { isLogKind, type ChainKind } from '@suoan/domain/evidence-chain'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope } from '@suoan/platform/resource/scope'
import { failUnseen } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { logName, logSubject } from './log-rows.ts'
import { mustSee } from '../work-tickets/index.ts'

export interface Subject {
  readonly id: string
  readonly no: string
}

/**
 * The lock or ticket of this id or number, if the caller may see it; otherwise it does not exist for him. Of the logs
 * it is his tenant's, whatever id is given.
 */
export async function findSubject(
  ctx: Context,
  actor: Actor,
  kind: ChainKind,
  idOrNo: string,
): Promise<Subject> {
  // Every tenant has one of each log, and nobody has another's.
  if (isLogKind(kind)) return { id: logSubject(kind, actor.tenantId), no: logName[kind] }
  const table = kind === 'work' ? sql.table('lo_work') : sql.table('lo_lock')
  const number = kind === 'work' ? sql.ref('work_no') : sql.ref('lock_code')
  const { rows } = await sql<Subject>`select id, ${number} as no from ${table}
    where tenant_id = ${actor.tenantId} and (id = ${idOrNo} or ${number} = ${idOrNo})
    order by (id = ${idOrNo}) desc, del_flag limit 1`.execute(ctx.db)
  const [found] = rows
  if (!found)
    throw failUnseen(
      kind === 'work'
        ? [
            ['lo_work', 'id'],
            ['lo_work', 'work_no'],
          ]
        : [
            ['lo_lock', 'id'],
            ['lo_lock', 'lock_code'],
          ],
      [idOrNo],
    )
  if (kind === 'work') await mustSee(ctx, actor, found.id)
  else if (
    !(await resourceStore(lock).find(
      ctx.pool,
      await dataScope(ctx, actor, lock, 'lo:audit:verify', 'lo:audit:export'),
      found.id,
    ))
  )
    throw failUnseen(lock.table, [found.id])
  return found
}
