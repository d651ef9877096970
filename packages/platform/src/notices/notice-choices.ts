import type { NoticeChoice } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'

/**
 * Kinds of messages a person may switch off. A message that names no kind is always told: warnings, alarms, handover,
 * emergency and everything that waits for somebody on the spot cannot be silenced.
 */
const kinds = {
  ticketNews: {
    title: '工作票一般进展',
    text: '“一般”级别的工作票消息。关闭后不再响铃和计入未读，仍可在“我的消息”和待办中查看。',
  },
} as const

export type NoticeKind = keyof typeof kinds

/** Told to everybody, whatever he likes. */
const always = [
  {
    kind: 'safety',
    title: '安全警告与报警',
    text: '未关锁警告、锁具报警、应急拆锁、交接班、暂停与撤离。为保障人身安全，不能关闭。',
  },
  { kind: 'security', title: '账号安全', text: '密码、动态口令、绑定账号的变化，发到您的邮箱。不能关闭。' },
  { kind: 'announcement', title: '系统通告', text: '管理员发布的通告。不能关闭。' },
]

/** What the person is told, kind by kind. */
export async function listChoices(ctx: Context, userId: string): Promise<NoticeChoice[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from sys_notice_mute where user_id = ${userId}`.execute(ctx.db)
  const off = new Set(rows.map(({ kind }) => kind))
  return [
    ...Object.entries(kinds).map(([kind, words]) => ({ kind, ...words, locked: false, on: !off.has(kind) })),
    ...always.map((each) => ({ ...each, locked: true, on: true })),
  ]
}

/** Switches a kind on or off; gives the reason when it cannot be switched. */
export async function choose(
  ctx: Context,
  userId: string,
  { kind, on }: { readonly kind: string; readonly on: boolean },
): Promise<string | undefined> {
  if (!Object.hasOwn(kinds, kind))
    return always.some((each) => each.kind === kind)
      ? '该类消息关系到人身或账号安全，不能关闭'
      : '没有这类消息，请刷新页面后重试'
  if (on) await sql`delete from sys_notice_mute where user_id = ${userId} and kind = ${kind}`.execute(ctx.db)
  else
    await sql`insert into sys_notice_mute (user_id, kind) values (${userId}, ${kind})
      on conflict do nothing`.execute(ctx.db)
  return undefined
}

/** Which of these people have switched the kind off. */
export async function mutedBy(
  tx: Tx,
  userIds: readonly string[],
  kind: NoticeKind,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from sys_notice_mute where kind = ${kind} and user_id = any(${[...userIds]}::text[])`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.userId))
}
