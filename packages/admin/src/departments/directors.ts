import { sql } from 'kysely'
import type { Pool } from 'pg'
import { belongsTo, belongsToText } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'
import { recordAudit, type HookCall, type RowRecord } from '@suoan/platform/resource'
import { isAdmin } from '../users/index.ts'

/**
 * Makes the people of `directorUserIds` the responsible ones of a department: the department joins their `departIds` and
 * they become superiors; those no longer named lose it. An absent property changes nothing.
 */
export async function replaceDirectors(
  { tx, actor, input, now, emit }: HookCall,
  depart: RowRecord,
): Promise<void> {
  const asked = input['directorUserIds']
  if (asked === undefined || asked === null) return
  const parts = Array.isArray(asked) ? asked.map(String) : String(asked).split(',')
  const ids = [...new Set(parts.map((part) => part.trim()))].filter((part) => part !== '')
  if (ids.length > 50 || ids.some((id) => id.length > 32 || id.includes('\0')))
    throw fail('BAD_INPUT', { detail: '部门负责人不正确，请重新选择（最多 50 人）' })
  const departId = String(depart['id'])
  const { rows: people } = await sql<{ id: string; realname: string; isDirector: boolean; isAsked: boolean }>`
    select id, coalesce(realname, username) as realname,
      coalesce(${departId} = any(string_to_array(depart_ids, ',')), false) as is_director,
      id = any(${ids}::text[]) as is_asked
    from sys_user where ${belongsTo('sys_user', actor.tenantId)} and del_flag = 0
      and (id = any(${ids}::text[]) or ${departId} = any(string_to_array(depart_ids, ',')))
    order by id for update`.execute(tx)
  if (people.filter(({ isAsked }) => isAsked).length < ids.length)
    throw fail('BAD_INPUT', { detail: '所选部门负责人不存在，请刷新后重新选择' })
  const added = people.filter(({ isAsked, isDirector }) => isAsked && !isDirector)
  const removed = people.filter(({ isAsked, isDirector }) => !isAsked && isDirector)
  if (added.length === 0 && removed.length === 0) return
  // Nobody makes himself a superior (security.md V12).
  if (!isAdmin(actor) && added.some(({ id }) => id === actor.userId))
    throw fail('REFUSED', { detail: '不能把自己设为部门负责人，请联系系统管理员' })
  await sql`
    update sys_user set user_identity = 2, depart_ids = concat_ws(',', nullif(depart_ids, ''), ${departId}::text)
    where id = any(${added.map(({ id }) => id)}::text[])`.execute(tx)
  await sql`
    update sys_user set depart_ids = nullif(array_to_string(array_remove(string_to_array(depart_ids, ','), ${departId}), ','), ''),
      user_identity = case when depart_ids = ${departId} then 1 else user_identity end
    where id = any(${removed.map(({ id }) => id)}::text[])`.execute(tx)
  const named = people.filter(({ isAsked }) => isAsked).map(({ realname }) => realname)
  await recordAudit(tx, {
    actor,
    content: `部门：${String(depart['departName'])} 的负责人改为 ${named.join('、') || '无'}`,
    operateType: 3,
    now,
  })
  emit('permissions.changed', { userIds: [...added, ...removed].map(({ id }) => id) })
}

/** Adds `directorUserIds` to each row, in place. */
export async function addDirectors(pool: Pool, tenantId: number, rows: readonly RowRecord[]): Promise<void> {
  if (rows.length === 0) return
  const { rows: found } = await pool.query<{ depart: string; users: string }>({
    name: 'directors-of-departs',
    text: `select d.id as depart, string_agg(u.id, ',' order by u.id) as users
      from sys_user u cross join lateral unnest(string_to_array(u.depart_ids, ',')) as d(id)
      where ${belongsToText('u', '$1')} and u.del_flag = 0 and u.depart_ids <> '' and d.id = any($2::text[]) group by d.id`,
    values: [tenantId, rows.map((row) => String(row['id']))],
  })
  const users = new Map(found.map((row) => [row.depart, row.users]))
  for (const row of rows) row['directorUserIds'] = users.get(String(row['id'])) ?? ''
}
