import { lockLog, type InputOf, type LogMark, type lockLogEndpoints } from '@suoan/contract'
import { genesis, linkText } from '@suoan/domain/evidence-chain'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { copyFields, copyOut, literal } from '@suoan/platform/db/copy-out'
import { failUnseen } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource'
import { recordAudit } from '@suoan/platform/resource/audit'
import type { originOf } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { sha256 } from '../evidence/hash.ts'
import { loggedColumns, logText } from '../lock-records/index.ts'
import { inSnapshot } from './in-snapshot.ts'

const store = resourceStore(lockLog)

/**
 * How rows of the lock log that the caller may see stand in their chains, and what was said of them later. A row is sound
 * when its content has its hash and its predecessor is there with the hash it names.
 */
export async function logMarks(ctx: Context, actor: Actor, asked: readonly string[]): Promise<LogMark[]> {
  const rows = await store.findMany(ctx.pool, await dataScope(ctx, actor, lockLog), asked)
  const seen = new Set(rows.map((row) => String(row['id'])))
  const ids = asked.filter((id) => seen.has(id))
  if (ids.length === 0) return []
  const [chained, { rows: remarks }] = await Promise.all([
    chainStates(ctx, ids),
    sql<{ logId: string; remark: string; name: string; createTime: Date }>`
      select r.log_id, r.remark, coalesce(u.realname, '—') as name, r.create_time
      from lo_log_remark r left join sys_user u on u.id = r.create_by
      where r.tenant_id = ${actor.tenantId} and r.log_id = any(${ids}::text[]) order by r.create_time, r.id`.execute(
      ctx.db,
    ),
  ])
  return ids.map((id) => ({
    id,
    ...(chained.get(id) ?? { seq: null, state: 'unchained' as const }),
    remarks: remarks
      .filter(({ logId }) => logId === id)
      .map(({ remark, name, createTime }) => ({
        text: remark,
        name,
        time: shanghaiTime(createTime.getTime()),
      })),
  }))
}

type ChainState = Pick<LogMark, 'seq' | 'state'>

async function chainStates(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, ChainState>> {
  const columns = loggedColumns.map((name) => `t.${name}`).join(', ')
  const select = `select t.id, t.lock_id, t.chain_seq, t.prev_hash, t.hash,
      (select p.hash from lo_lock_log p where p.lock_id = t.lock_id and p.chain_seq = t.chain_seq - 1 limit 1), ${columns}
    from lo_lock_log t where t.id in (${ids.map(literal).join(', ')})`
  return inSnapshot(ctx, async (client) => {
    await client.query(`set local timezone to 'UTC'`)
    const found = new Map<string, ChainState>()
    for await (const lines of copyOut(client, select))
      for (const line of lines) {
        const [id, lockId, seq, prevHash, hash, before, ...values] = copyFields(line)
        if (!id || !seq || !hash) continue
        const number = Number(seq)
        const expected = number === 1 ? genesis(sha256, 'lock', lockId ?? '') : before
        const isSound = prevHash === expected && linkText(sha256, prevHash ?? '', logText(values)) === hash
        found.set(id, { seq: number, state: isSound ? 'ok' : 'broken' })
      }
    return found
  })
}

/** Says something about a row of the log; the log of operations keeps it under its own seal. */
export async function remarkOn(
  ctx: Context,
  actor: Actor,
  { logId, remark }: InputOf<(typeof lockLogEndpoints)['remark']>,
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  const row = await store.find(ctx.pool, await dataScope(ctx, actor, lockLog), logId)
  if (!row) throw failUnseen('lo_lock_log', [logId])
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (tx) => {
    await sql`insert into lo_log_remark (id, tenant_id, log_id, remark, create_by, create_time)
      values (${newId()}, ${actor.tenantId}, ${logId}, ${remark}, ${actor.userId}, ${new Date(now)})`.execute(
      tx,
    )
    await recordAudit(tx, {
      actor,
      content: `锁具日志备注：${String(row['lockCode'] ?? '')} ${logId}：${remark}`,
      operateType: 2,
      origin,
      now,
    })
  })
}
