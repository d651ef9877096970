import { user, type accountEndpoints, type InputOf } from '@suoan/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { answered, type Answered } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'

type Change = InputOf<(typeof accountEndpoints)['edit']>

/** Changes what a person may settle about himself: picture, sex, birthday, extension, motto and tags (4-api.md §7.1
 * `appEdit`, 5-screens.md §10). */
export async function editOwn(
  ctx: Context,
  actor: Actor,
  change: Change,
  request: FastifyRequest,
): Promise<Answered<null>> {
  const { avatar, sex, birthday, telephone, motto, tags } = change
  return await inTransaction(ctx, async (tx, emit) => {
    if (avatar && !(await isOwnPicture(tx, actor, avatar)))
      return answered(null, '头像只能使用您自己上传的图片，请重新上传', 500, false)
    const now = ctx.clock.now()
    await tx
      .updateTable('sysUser')
      .set((eb) => ({
        ...(avatar === undefined ? {} : { avatar }),
        ...(sex === undefined ? {} : { sex }),
        ...(birthday === undefined ? {} : { birthday: birthday || null }),
        ...(telephone === undefined ? {} : { telephone }),
        updateBy: actor.username,
        updateTime: new Date(now),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', actor.userId)
      .execute()
    if (motto !== undefined || tags !== undefined) {
      const list = tags === undefined ? null : JSON.stringify([...new Set(tags)])
      await sql`
        insert into sys_user_profile (user_id, motto, tags)
        values (${actor.userId}, ${motto ?? ''}, ${list ?? '[]'}::jsonb)
        on conflict (user_id) do update set motto = coalesce(${motto ?? null}, sys_user_profile.motto),
          tags = coalesce(${list}::jsonb, sys_user_profile.tags)`.execute(tx)
    }
    await recordAudit(tx, {
      actor,
      content: '个人设置：修改自己的资料',
      operateType: 3,
      origin: originOf(request),
      now,
    })
    emit('resource.changed', { resource: user.name, tenantId: actor.tenantId, ids: [actor.userId] })
    return answered(null, '保存成功')
  })
}

/** A foreign address would tell its owner whenever somebody looks at the person; another's picture is not one's own. */
async function isOwnPicture(tx: Tx, actor: Actor, path: string): Promise<boolean> {
  const { rows } = await sql`
    select from stored_file where path = ${path} and user_id = ${actor.userId} and media_type like 'image/%'
    union all select from sys_user where id = ${actor.userId} and avatar = ${path}`.execute(tx)
  return rows.length > 0
}
