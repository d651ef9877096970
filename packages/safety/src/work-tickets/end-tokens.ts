import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { inTransaction } from '@suoan/platform/db/transaction'
import { oneByOne } from '@suoan/platform/reactions'
import { dispatch, raiseEpochs } from '../locks/index.ts'
import { isTokenOut, revokeTokens } from '../offline-tokens.ts'
import { standingTokens } from './offline/tokens.ts'
import type { Done } from './ticket-command.ts'

/** How often every token that is out is judged again, ms. */
const lookMs = 10_000

/**
 * Ends offline tokens that a transition takes the ground from (3-domain.md §5.8): of the ticket, and of its people on other
 * tickets, whose own locks may hang on this one.
 */
export async function endTokens({ tx, work, now }: Pick<Done, 'tx' | 'work' | 'now'>): Promise<void> {
  await endUnfounded(
    tx,
    sql`(t.work_id = ${work.id} or t.user_id in (select p.user_id from lo_work_person p where p.work_id = ${work.id}))`,
    now,
  )
}

/**
 * A token stands as long as one would be signed: of those that are out and of which `which` is true (the row is `t`), the
 * others are taken back. Whatever the interlock asks is asked here again, so nothing that ends a right has to name tokens.
 */
export async function endUnfounded(tx: Tx, which: RawBuilder<boolean>, now: number): Promise<void> {
  const asked = sql<{
    tokenId: string
    tenantId: number
    workId: string
    userId: string
    deviceSn: string
    lockIds: string[]
    phase: number | null
  }>`select t.token_id, t.tenant_id, t.work_id, t.user_id, t.device_sn, t.lock_ids, t.phase from lo_grant_token t
    where ${isTokenOut(now)} and ${which} order by t.token_id`
  const rows = await askNamed(tx, asked)
  if (rows.length === 0) return
  const standing = await standingTokens(tx, rows, now)
  const ended = rows.flatMap(({ tokenId }) => (standing.has(tokenId) ? [] : [tokenId]))
  if (ended.length > 0) await revokeTokens(tx, sql`t.token_id = any(${ended}::text[])`, now)
}

/**
 * Looks, on every server, for tokens whose ground is gone without a transition of their ticket: an account frozen, deleted or
 * taken out of the tenant, a certificate that ended, two people asked for, a lock frozen, an alarm in the area (§5.8, R03–R13).
 */
export function watchTokens(ctx: Context): void {
  let nextAt = Number.NEGATIVE_INFINITY
  ctx.timers.onLook(async (looking) => {
    const now = looking.clock.now()
    if (now < nextAt) return
    nextAt = now + lookMs
    await recheckTokens(looking)
  })
}

/** An account that is frozen, deleted or taken out of the tenant loses its tokens with that, not at the next look (R03). */
export function endTokensOfAccounts(ctx: Context): void {
  ctx.reactions.declare({
    name: 'tickets.accountsEnded',
    title: '账号冻结、删除或移出后收回离线令牌',
    event: 'account.ended',
    key: ({ userId }) => userId,
    handle: oneByOne(({ tx, now }, { userId }) => endUnfounded(tx, sql`t.user_id = ${userId}`, now)),
  })
}

/** Judges every token that is out again; each person's by itself, so that none keeps the others. */
export async function recheckTokens(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ userId: string }>`
    select distinct t.user_id from lo_grant_token t where ${isTokenOut(now)} order by 1`.execute(ctx.db)
  for (const { userId } of rows)
    await inTransaction(ctx, (tx) => endUnfounded(tx, sql`t.user_id = ${userId}`, now))
}

/** Tells locks that the tokens of before are over. */
export function tellEpochs(ctx: Context): void {
  ctx.timers.on('lock.epoch', async (ctx, { tenantId, subjectId }) => {
    const commands = await inTransaction(ctx, (tx, emit) =>
      raiseEpochs(tx, emit, { tenantId, lockIds: [subjectId], by: 'SYSTEM' }, ctx.clock.now()),
    )
    // A lock that cannot be reached now hears it at its next contact (GRANT is stored, §5.6).
    for (const command of commands) await dispatch(ctx, command)
  })
}
