import type { MessageChannel } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'

/** A message as it enters the queue. Exactly one of `userId`, `robotId` and an address in `receiver` says to whom. */
export interface Queued {
  readonly tenantId: number
  readonly channel: MessageChannel
  /** What lists show: an account name, a robot's name, an address. */
  readonly receiver: string
  readonly userId: string | null
  readonly robotId?: string | null
  readonly title: string
  readonly content: string
  readonly isHtml: boolean
  /** JSON text of the variables. */
  readonly param: string | null
  readonly level: 1 | 2 | 3
  readonly event: string | null
  readonly templateCode: string | null
  readonly about: { readonly type: string; readonly id: string } | null
  /** Not before this moment, epoch ms. */
  readonly notBefore: number
  readonly remark?: string | null
}

/** One statement takes so many; a call that has more is several statements of one transaction. */
const ROWS_AT_ONCE = 2_000

/**
 * Puts messages into the queue in the caller's transaction; they are sent after its commit, and not at all when it is
 * rolled back. `by` is whose name stands on the rows.
 */
export async function enqueue(
  tx: Tx,
  emit: Emit,
  messages: readonly Queued[],
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  for (let from = 0; from < messages.length; from += ROWS_AT_ONCE) {
    const rows = messages.slice(from, from + ROWS_AT_ONCE).map((each) => ({
      id: newId(),
      tenant_id: each.tenantId,
      es_title: cut(each.title, 100),
      es_type: each.channel,
      es_receiver: cut(each.receiver, 100),
      es_param: each.param === null ? null : cut(each.param, 4_000),
      es_content: cut(each.content, 20_000),
      is_html: each.isHtml ? 1 : 0,
      user_id: each.userId,
      robot_id: each.robotId ?? null,
      event: each.event,
      msg_level: each.level,
      template_code: each.templateCode,
      about_type: each.about?.type ?? null,
      about_id: each.about === null ? null : cut(each.about.id, 64),
      next_time: new Date(each.notBefore).toISOString(),
      remark: each.remark ?? null,
    }))
    await sql`
      insert into sys_sms (id, tenant_id, es_title, es_type, es_receiver, es_param, es_content, is_html, user_id, robot_id,
        event, msg_level, template_code, about_type, about_id, next_time, remark, create_by, create_time)
      select id, tenant_id, es_title, es_type, es_receiver, es_param, es_content, is_html, user_id, robot_id,
        event, msg_level, template_code, about_type, about_id, next_time, remark, ${by}, ${new Date(now)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, tenant_id integer, es_title text, es_type text,
        es_receiver text, es_param text, es_content text, is_html smallint, user_id text, robot_id text, event text,
        msg_level smallint, template_code text, about_type text, about_id text, next_time timestamptz, remark text)`.execute(
      tx,
    )
  }
  if (messages.length > 0) emit('messages.queued', {})
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join('')
