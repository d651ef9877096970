import {
  announcement,
  permissionOf,
  type InputOf,
  type announcementEndpoints,
  type NoticeRow,
  type OwnReceipt,
  type Page,
} from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '../context.ts'
import { dataScope, systemScope } from '../resource/scope.ts'
import { failUnseen } from '../fail.ts'
import { present, resourceStore, type RowRecord } from '../resource/index.ts'

interface Stored extends Omit<
  NoticeRow,
  | 'sender_dictText'
  | 'startTime'
  | 'endTime'
  | 'sendTime'
  | 'cancelTime'
  | 'createTime'
  | 'updateTime'
  | 'delFlag'
  | 'userIds'
> {
  senderName: string | null
  startTime: Date | null
  endTime: Date | null
  sendTime: Date | null
  cancelTime: Date | null
  createTime: Date | null
  updateTime: Date | null
}

/** Who sent it by his name; the server and people of other tenants as they are written (4-api.md §7.14). */
const senderName = sql`coalesce(
    (select u.realname from sys_user u where u.username = a.sender and u.tenant_id = a.tenant_id), a.sender) as sender_name`

const columns = sql`a.id, a.titile, a.msg_content, a.msg_abstract, a.start_time, a.end_time, a.sender, a.priority,
  a.msg_category, a.msg_type, a.send_status, a.send_time, a.cancel_time, a.create_by, a.create_time, a.update_by,
  a.update_time, ${senderName}, a.bus_type, a.bus_id, a.open_type, a.open_page, a.dt_task_id`

/** Published, not deleted, and its time has come: before `startTime` an announcement is nobody's yet. */
const isEffective = (ctx: Context) =>
  sql`a.send_status = '1' and a.del_flag = 0
    and (a.start_time is null or a.start_time <= ${new Date(ctx.clock.now())})`

/** Has the time of an announcement come? The same of a row in wire form, whose times compare as texts. */
export const hasBegun = (row: RowRecord, now: number): boolean => {
  const start = row['startTime']
  return typeof start !== 'string' || start <= shanghaiTime(now)
}

const wire = (time: Date | null): string | null => (time === null ? null : shanghaiTime(time.getTime()))

function noticeOf({ senderName: sender_dictText, ...row }: Stored): NoticeRow {
  return {
    ...row,
    sender_dictText,
    startTime: wire(row.startTime),
    endTime: wire(row.endTime),
    sendTime: wire(row.sendTime),
    cancelTime: wire(row.cancelTime),
    createTime: wire(row.createTime),
    updateTime: wire(row.updateTime),
    // Who else was told is nobody else's business, and may be ten thousand people: they are not even read.
    userIds: null,
    delFlag: '0',
  }
}

/**
 * What the caller has not read of one category, newest first, and how many there are (4-api.md §7.13). Announcements to
 * everybody reach him through a receipt made the first time he looks.
 */
export async function unreadNotices(
  ctx: Context,
  actor: Actor,
  pageSize: number,
): Promise<Record<'1' | '2', { rows: NoticeRow[]; total: number }>> {
  await receiveGeneral(ctx, actor)
  const { rows } = await sql<Stored & { place: number; total: number }>`
    select * from (
      select ${columns}, row_number() over w as place, count(*) over (partition by a.msg_category)::int as total
      from sys_announcement_send s join sys_announcement a on a.id = s.annt_id
      where s.user_id = ${actor.userId} and s.read_flag = '0' and a.tenant_id = ${actor.tenantId}
        and ${isEffective(ctx)}
      window w as (partition by a.msg_category order by a.create_time desc, a.id desc)
    ) n where n.place <= ${pageSize} order by n.place`.execute(ctx.db)
  const of = (category: '1' | '2') => {
    const own = rows.filter((row) => row.msgCategory === category)
    return {
      rows: own.map(({ place: _place, total: _total, ...row }) => noticeOf(row)),
      total: own[0]?.total ?? 0,
    }
  }
  return { '1': of('1'), '2': of('2') }
}

/** A receipt for every published announcement to everybody that has not ended before the user was made. */
async function receiveGeneral(ctx: Context, actor: Actor): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from sys_announcement a
    where a.tenant_id = ${actor.tenantId} and a.msg_type = 'ALL' and ${isEffective(ctx)}
      and (a.end_time is null or a.end_time >= coalesce((select create_time from sys_user where id = ${actor.userId}), a.end_time))
      and not exists (select 1 from sys_announcement_send s where s.annt_id = a.id and s.user_id = ${actor.userId})
    limit 500`.execute(ctx.db)
  if (rows.length === 0) return
  const ids = rows.map(() => newId())
  const announcements = rows.map(({ id }) => id)
  await sql`
    insert into sys_announcement_send (id, tenant_id, annt_id, user_id, read_flag, create_by, create_time)
    select g.id, ${actor.tenantId}, g.annt_id, ${actor.userId}, '0', 'system', ${new Date(ctx.clock.now())}
    from unnest(${ids}::text[], ${announcements}::text[]) as g(id, annt_id)
    on conflict (annt_id, user_id) do nothing`.execute(ctx.db)
}

/** One announcement, for whoever it is addressed to and whoever may see the list. Everybody else finds nothing. */
export async function readNotice(ctx: Context, actor: Actor, id: string): Promise<RowRecord> {
  const row = await findNotice(ctx, actor, id)
  if (!row) throw failUnseen('sys_announcement', [id])
  return row
}

/** The same, undefined where there is nothing for the caller. */
export async function findNotice(ctx: Context, actor: Actor, id: string): Promise<RowRecord | undefined> {
  const mayList = actor.permissions.has(permissionOf(announcement, 'list'))
  const scope = mayList ? await dataScope(ctx, actor, announcement) : systemScope(actor.tenantId)
  const row = await resourceStore(announcement).find(ctx.pool, scope, id)
  if (!row || !(mayList || (await isAddressed(ctx, actor, row)))) return undefined
  const shown = mayList ? row : { ...row, userIds: null }
  await present(ctx, announcement, actor, [shown])
  return shown
}

async function isAddressed(ctx: Context, actor: Actor, row: RowRecord): Promise<boolean> {
  if (row['sendStatus'] !== '1') return false
  if (!hasBegun(row, ctx.clock.now())) return false
  if (row['msgType'] === 'ALL') return true
  const { rows } = await sql`select 1 from sys_announcement_send
    where annt_id = ${String(row['id'])} and user_id = ${actor.userId}`.execute(ctx.db)
  return rows.length > 0
}

/** Marks the caller's receipt read; an unknown id is nothing (4-api.md §7.14). */
export async function markRead(ctx: Context, actor: Actor, anntId: string): Promise<void> {
  await sql`update sys_announcement_send set read_flag = '1', read_time = ${new Date(ctx.clock.now())}
    where annt_id = ${anntId} and user_id = ${actor.userId} and read_flag = '0'`.execute(ctx.db)
}

/** Marks everything read that he can see, announcements to everybody included; drafts and later ones stay new. */
export async function markAllRead(ctx: Context, actor: Actor): Promise<void> {
  await receiveGeneral(ctx, actor)
  await sql`update sys_announcement_send set read_flag = '1', read_time = ${new Date(ctx.clock.now())}
    where user_id = ${actor.userId} and read_flag = '0' and annt_id in (
      select a.id from sys_announcement a where a.tenant_id = ${actor.tenantId} and ${isEffective(ctx)})`.execute(
    ctx.db,
  )
}

/** 我的消息: unread first, newest first. */
export async function listReceipts(
  ctx: Context,
  actor: Actor,
  input: InputOf<(typeof announcementEndpoints)['ownReceipts']>,
): Promise<Page<OwnReceipt>> {
  await receiveGeneral(ctx, actor)
  const { pageNo, pageSize, titile, sender, readFlag, msgCategory, busType } = input
  const like = (text: string | undefined) =>
    text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null
  const { rows } = await sql<
    Omit<OwnReceipt, 'sendTime' | 'sender_dictText'> & {
      sendTime: Date | null
      senderName: string | null
      total: number
    }
  >`
    select s.id, s.annt_id, s.user_id, a.titile, a.msg_content, a.sender, ${senderName}, a.priority, s.read_flag,
      a.send_time, a.msg_category, a.bus_id, a.bus_type, a.open_type, a.open_page, a.msg_abstract, count(*) over ()::int as total
    from sys_announcement_send s join sys_announcement a on a.id = s.annt_id
    where s.user_id = ${actor.userId} and a.tenant_id = ${actor.tenantId} and ${isEffective(ctx)}
      and (${like(titile)}::text is null or a.titile like ${like(titile)})
      and (${like(sender)}::text is null or a.sender like ${like(sender)} or exists (select 1 from sys_user u
        where u.username = a.sender and u.tenant_id = a.tenant_id and u.realname like ${like(sender)}))
      and (${readFlag ?? null}::text is null or s.read_flag = ${readFlag ?? null})
      and (${msgCategory ?? null}::text is null or a.msg_category = ${msgCategory ?? null})
      and (${busType || null}::text is null or a.bus_type = ${busType || null})
    order by s.read_flag, a.send_time desc, s.id desc
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  const records = rows.map(({ total: _total, senderName: sender_dictText, ...row }) => ({
    ...row,
    sender_dictText,
    sendTime: wire(row.sendTime),
    pageNo: null,
    pageSize: null,
    bizSource: null,
  }))
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}
