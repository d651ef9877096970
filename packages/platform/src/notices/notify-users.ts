import type { MessageEventName } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import type { Emit } from '../db/transaction.ts'
import { mutedBy, type NoticeKind } from './notice-choices.ts'

/** Where a message leads: `url` shows 去处理 and routes there, `component` opens a page by its component name. */
export interface OpenTarget {
  readonly type: 'url' | 'component'
  readonly page: string
}

export interface Notification {
  readonly tenantId: number
  readonly userIds: readonly string[]
  /** At most 100 characters; what the phone reads aloud, so no names of people in it. */
  readonly title: string
  /** Plain text; line breaks are kept. */
  readonly text: string
  /** 3 urgent, 2 important, 1 ordinary: `priority` H, M, L. */
  readonly level: 1 | 2 | 3
  readonly open: OpenTarget | null
  /** Epoch ms. */
  readonly now: number
  /** What it is about, e.g. `work` and the ticket's id. */
  readonly about?: { readonly type: string; readonly id: string }
  /** Tell the same people of the same thing once only (needs `about`). */
  readonly once?: boolean
  /** A kind that people may switch off; without one everybody is told. */
  readonly kind?: NoticeKind
  /** Nothing is read aloud or shown by itself (duress, A15). */
  readonly silent?: boolean
  /** People are reached outside the console too, as they chose for this event; without one they are not. */
  readonly event?: MessageEventName
  /** Values for the template of the event, beside title, content and time. */
  readonly variables?: Readonly<Record<string, string>>
}

const priorities = { 1: 'L', 2: 'M', 3: 'H' } as const

/**
 * Writes a system message (msgCategory 2, USER) for these people in the caller's transaction and pushes
 * `{cmd:"user", …}` to their sockets after the commit (3-domain.md §3.8). Returns the message's id; null when there was
 * nobody to tell, or `once` had told them before.
 */
export async function notifyUsers(tx: Tx, emit: Emit, notification: Notification): Promise<string | null> {
  const userIds = [...new Set(notification.userIds)].filter((id) => id !== '')
  if (userIds.length === 0) return null
  if (
    notification.once &&
    notification.about &&
    (await isNotified(tx, notification.tenantId, notification.about))
  )
    return null
  const id = newId()
  const muted =
    notification.kind === undefined ? new Set<string>() : await mutedBy(tx, userIds, notification.kind)
  await writeMessages(tx, [{ id, notification, userIds }])
  await addReceipts(tx, notification.tenantId, id, userIds, notification.now, muted)
  push(emit, { id, notification, userIds: userIds.filter((userId) => !muted.has(userId)) })
  return id
}

/** The same for many messages at once, each told whatever was told before; nobody can switch them off. */
export async function notifyMany(
  tx: Tx,
  emit: Emit,
  notifications: readonly Omit<Notification, 'once' | 'kind'>[],
): Promise<void> {
  const messages = notifications.flatMap((notification): Message[] => {
    const userIds = [...new Set(notification.userIds)].filter((id) => id !== '')
    return userIds.length === 0 ? [] : [{ id: newId(), notification, userIds }]
  })
  if (messages.length === 0) return
  await writeMessages(tx, messages)
  const receipts = messages.flatMap(({ id, notification, userIds }) =>
    userIds.map((userId) => ({
      id: newId(),
      tenant_id: notification.tenantId,
      annt_id: id,
      user_id: userId,
      at: new Date(notification.now).toISOString(),
    })),
  )
  await sql`
    insert into sys_announcement_send (id, tenant_id, annt_id, user_id, read_flag, create_by, create_time)
    select id, tenant_id, annt_id, user_id, '0', 'system', at
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb)
      as g(id text, tenant_id integer, annt_id text, user_id text, at timestamptz)`.execute(tx)
  for (const message of messages) push(emit, message)
}

interface Message {
  readonly id: string
  readonly notification: Omit<Notification, 'once' | 'kind'>
  readonly userIds: readonly string[]
}

async function writeMessages(tx: Tx, messages: readonly Message[]): Promise<void> {
  const rows = messages.map(({ id, notification, userIds }) => ({
    id,
    tenant_id: notification.tenantId,
    titile: titleOf(notification),
    msg_content: htmlOf(notification.text),
    msg_abstract: [...notification.text].slice(0, 200).join(''),
    priority: priorities[notification.level],
    user_ids: `${userIds.join(',')},`,
    bus_type: notification.about?.type ?? null,
    bus_id: notification.about?.id ?? null,
    open_type: notification.open?.type ?? null,
    open_page: notification.open?.page ?? null,
    at: new Date(notification.now).toISOString(),
  }))
  await sql`
    insert into sys_announcement (id, tenant_id, titile, msg_content, msg_abstract, sender, priority, msg_category,
      msg_type, send_status, send_time, user_ids, bus_type, bus_id, open_type, open_page, create_by, create_time)
    select id, tenant_id, titile, msg_content, msg_abstract, '系统', priority, '2', 'USER', '1', at, user_ids, bus_type,
      bus_id, open_type, open_page, 'system', at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, tenant_id integer, titile text, msg_content text,
      msg_abstract text, priority text, user_ids text, bus_type text, bus_id text, open_type text, open_page text,
      at timestamptz)`.execute(tx)
}

const titleOf = ({ title }: Pick<Notification, 'title'>): string => [...title].slice(0, 100).join('')

function push(emit: Emit, { id, notification, userIds }: Message): void {
  if (userIds.length === 0) return
  const { tenantId, event, silent = false } = notification
  const msgTxt = silent ? '' : titleOf(notification)
  emit('notice.sent', { tenantId, userIds, msgId: id, msgTxt })
  // A silent one (duress) stays silent: a telephone that rings would tell the wrong person.
  if (event === undefined || silent) return
  emit('message.wanted', {
    tenantId,
    event,
    userIds,
    title: titleOf(notification),
    text: notification.text,
    at: notification.now,
    about: notification.about ?? null,
    ...(notification.variables === undefined ? {} : { variables: notification.variables }),
  })
}

async function isNotified(
  tx: Tx,
  tenantId: number,
  about: { readonly type: string; readonly id: string },
): Promise<boolean> {
  // Two servers may look at the same moment: the second waits until the first has written.
  await sql`select pg_advisory_xact_lock(hashtext(${`told/${tenantId}/${about.type}/${about.id}`}))`.execute(
    tx,
  )
  const row = await tx
    .selectFrom('sysAnnouncement')
    .select('id')
    .where('busType', '=', about.type)
    .where('busId', '=', about.id)
    .where('tenantId', '=', tenantId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A receipt for each receiver who has none yet: unread, or read for those who do not want to be told. */
export async function addReceipts(
  tx: Tx,
  tenantId: number,
  anntId: string,
  userIds: readonly string[],
  now: number,
  muted: ReadonlySet<string> = new Set(),
): Promise<void> {
  const ids = userIds.map(() => newId())
  await sql`
    insert into sys_announcement_send (id, tenant_id, annt_id, user_id, read_flag, create_by, create_time)
    select g.id, ${tenantId}, ${anntId}, g.user_id,
      case when g.user_id = any(${[...muted]}::text[]) then '1' else '0' end, 'system', ${new Date(now)}
    from unnest(${ids}::text[], ${[...userIds]}::text[]) as g(id, user_id)
    on conflict (annt_id, user_id) do nothing`.execute(tx)
}

/** Plain text as the message body, which travels as HTML. */
function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('')
}
