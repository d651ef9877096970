import { lock as lockResource, type CommandAnswer } from '@suoan/contract'
import { commandStatus, type CommandType } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { answered, type Answered } from '@suoan/platform/http/route'
import { resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { storeCommand } from './issue-command.ts'
import { dispatch } from './send-command.ts'
import { askForKept } from './standing-grants.ts'

const sentTexts: Partial<Record<CommandType, string>> = {
  CLOSE: '关锁指令已发出',
  FREEZE: '锁具已冻结，任何开锁都会被拒绝',
  UNFREEZE: '锁具已解冻',
  READSTATE: '已请求读取锁状态，请稍候查看',
}

/** What makes a lock safer is nobody's to refuse because of where the lock belongs (R01). */
const saferEverywhere: ReadonlySet<CommandType> = new Set(['CLOSE', 'FREEZE'])

/** Throws `NOT_FOUND` for a lock that the caller's data rules keep from him: what he may not see he does not command. */
export async function mustSeeLock(ctx: Context, actor: Actor, lockId: string): Promise<void> {
  const scope = await dataScope(ctx, actor, lockResource)
  const visible = await resourceStore(lockResource).findMany(ctx.pool, scope, [lockId])
  if (visible.length === 0) throw failUnseen(lockResource.table, [lockId])
}

/**
 * Sends a command that can only make things safer or changes nothing (R01: never refused by the interlock), and UNFREEZE.
 * CLOSE and FREEZE reach every lock of the tenant, the others the locks that the caller may see.
 * Freezing counts on the server at once; the device follows when it can be reached.
 */
export async function commandLock(
  ctx: Context,
  actor: Actor,
  lockId: string,
  type: Exclude<CommandType, 'OPEN'>,
): Promise<Answered<CommandAnswer>> {
  if (!saferEverywhere.has(type)) await mustSeeLock(ctx, actor, lockId)
  const now = ctx.clock.now()
  const command = await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<{
      sn: string | null
      parentSn: string | null
      lockCode: string
      isFrozen: boolean
      isThawPending: boolean
    }>`
      select l.device_sn as sn, l.lock_code, d.parent_sn, l.freeze_flag = 1 as is_frozen,
        coalesce((select c.cmd_type = 'UNFREEZE' and c.status not in (${commandStatus.success}, ${commandStatus.cancelled})
          from lo_cmd c where c.tenant_id = l.tenant_id and c.lock_id = l.id and c.cmd_type in ('FREEZE', 'UNFREEZE')
          order by c.issue_time desc, c.id desc limit 1), false) as is_thaw_pending
      from lo_lock l
      left join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
      where l.id = ${lockId} and l.tenant_id = ${actor.tenantId} and l.del_flag = 0 for update of l`.execute(
      tx,
    )
    const [lock] = rows
    if (lock === undefined) throw failUnseen('lo_lock', [lockId])
    // One that did not reach its device may be sent again; otherwise there is nothing to thaw.
    if (type === 'UNFREEZE' && !lock.isFrozen && !lock.isThawPending)
      throw fail('REFUSED', { detail: `锁具 ${lock.lockCode} 没有冻结，不需要解冻` })
    if (type === 'FREEZE' || type === 'UNFREEZE') {
      const frozen = type === 'FREEZE' ? 1 : 0
      await sql`update lo_lock set freeze_flag = ${frozen}, update_by = ${actor.username},
        update_time = ${new Date(now)}, revision = revision + 1 where id = ${lockId}`.execute(tx)
      emit('lock.changed', { tenantId: actor.tenantId, ids: [lockId] })
      emit('lock.stateChanged', { tenantId: actor.tenantId, lockId })
      emit('resource.changed', { resource: 'lock', tenantId: actor.tenantId, ids: [lockId] })
      await askForKept(tx, actor.tenantId, [lockId], now)
    }
    // Without a device the server is all there is to freeze: what it refuses nobody opens.
    if (lock.sn === null && (type === 'FREEZE' || type === 'UNFREEZE')) return null
    if (lock.sn === null)
      throw fail('REFUSED', { detail: `锁具 ${lock.lockCode} 没有绑定设备，不能远程下发指令` })
    const order = {
      tenantId: actor.tenantId,
      lockId,
      sn: lock.sn,
      parentSn: lock.parentSn,
      type,
      by: actor.userId,
    }
    const stored = await storeCommand(tx, emit, { ...order, sysOrgCode: actor.orgCode }, now)
    if ('refused' in stored) throw fail('REFUSED', { detail: stored.refused })
    return stored
  })
  if (command === null)
    return answered({ cmdId: '', cmdStatus: commandStatus.success }, sentTexts[type] ?? '已完成')
  const { cmdId, status, problem } = await dispatch(ctx, command)
  const result = { cmdId, cmdStatus: status }
  if (problem !== null) return answered(result, `指令没有送达：${problem}`, 500, false)
  return answered(
    result,
    status === commandStatus.queued ? '设备不在线，指令将在其上线后发出' : (sentTexts[type] ?? '指令已发出'),
  )
}
