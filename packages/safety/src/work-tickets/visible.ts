import { work as workResource } from '@suoan/contract'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import type { Database } from '@suoan/platform/db/schema'
import { dataScope } from '@suoan/platform/resource/scope'
import { and, nothing, or, type Filter } from '@suoan/kit/filter'
import { AppError, failUnseen } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource/store'
import { waitsForAbsentText } from '../agencies.ts'
import { askedOfPost, ownByPost } from './asked-posts.ts'
import { actsByPost, loadTerritory } from './facts/actor.ts'
import { namedOnLiveText, namedOnText } from './named-on.ts'
import { noLongerHis } from './no-longer-his.ts'

/**
 * Who may see a ticket (3-domain.md §3.7): whoever is named on it (wrote it, leads it, is on its list or is asked to
 * decide), whoever acts on it by his post (the department's editor, the owner of the territory), and whoever has the page
 * of all tickets, within his data rules. Everybody else gets the answer of a ticket that does not exist. Gives the
 * ticket's revision at this moment. `tookItAlong`: he signed on the terminal with which he had taken it along, which only people
 * named on it may (§4.6); what he did there is heard, whoever is named now.
 */
export async function mustSee(
  ctx: Context,
  actor: Actor,
  workId: string,
  tookItAlong = false,
): Promise<number> {
  // Being named comes first, so that a broken data rule never stands between a person and his own stop button.
  const found = await concernOf({ db: ctx.db, now: ctx.clock.now() }, actor, workId)
  if (found?.isConcerned || (found && tookItAlong)) return found.revision
  if (!(await isInList(ctx, actor, workId)))
    throw (await noLongerHis(ctx, actor, workId)) ?? failUnseen(workResource.table, [workId])
  return found?.revision ?? 0
}

/** The same as a question. */
export async function maySee(ctx: Context, actor: Actor, workId: string): Promise<boolean> {
  const found = await concernOf({ db: ctx.db, now: ctx.clock.now() }, actor, workId)
  return found?.isConcerned === true || (await isInList(ctx, actor, workId).catch(unlessBroken(false)))
}

/** The same as a filter, of tickets that need not name him. */
async function seenUnnamed(ctx: Context, actor: Actor): Promise<Filter> {
  const { filter } = await dataScope(ctx, actor, workResource).catch(unlessBroken({ filter: nothing }))
  return filter.op === 'true' ? filter : or(ownByPost(actor, ctx.clock.now()), filter)
}

/** Tickets that ask a post of his and may be seen by him: what the home page and 待办 name beside what names him. */
export const askedAndSeen = async (ctx: Context, actor: Actor): Promise<Filter> =>
  and(askedOfPost(actor, ctx.clock.now()), await seenUnnamed(ctx, actor))

/**
 * What holds where a data rule cannot be applied: it shows nothing. Only the one whose rule it is goes without; others, who are asked
 * about together with him, do not.
 */
const unlessBroken =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.errorCode === 'DATA_RULE_BROKEN') return instead
    throw error
  }

/** Whether somebody has a part in a live ticket, or a lock open: then what is safe needs no permission (`Access.orNamed`). */
export async function isNamedOnLive({ db }: Context, actor: Actor): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select ${sql.raw(namedOnLiveText('asked.tenant_id', 'asked.user_id'))} as named
    from (select ${actor.userId}::varchar as user_id, ${actor.tenantId}::int as tenant_id) asked`.execute(db)
  return rows[0]?.named === true
}

/**
 * Whether he is named on a ticket or acts on it by his post, in few statements on a connection of the caller's; undefined for a
 * ticket that does not exist. Whoever is not concerned may still see it in the list of all (`mustSee`).
 */
export async function isConcerned(
  db: Kysely<Database>,
  actor: Actor,
  workId: string,
  now: number,
): Promise<boolean | undefined> {
  return (await concernOf({ db, now }, actor, workId))?.isConcerned
}

async function isInList(ctx: Context, actor: Actor, workId: string): Promise<boolean> {
  const scope = await dataScope(ctx, actor, workResource)
  return (await resourceStore(workResource).find(ctx.pool, scope, workId)) !== undefined
}

async function concernOf(
  { db, now }: { readonly db: Kysely<Database>; readonly now: number },
  actor: Actor,
  workId: string,
): Promise<{ isConcerned: boolean; revision: number } | undefined> {
  const asked = sql<{
    named: boolean
    revision: number
    tenantId: number
    areaCode: string | null
    territoryDepartId: string | null
    sysOrgCode: string | null
  }>`
    select ${sql.raw(namedOnText('w.id', 'asked.user_id'))}
        or ${sql.raw(waitsForAbsentText('w.id', 'asked.user_id', 'w.tenant_id', 'asked.moment'))} as named, w.revision,
      w.tenant_id, w.area_code, w.territory_depart_id, w.sys_org_code
    from lo_work w, (select ${actor.userId}::varchar as user_id, ${new Date(now)}::timestamptz as moment) asked
    where w.id = ${workId} and w.tenant_id = ${actor.tenantId} and w.del_flag = 0`
  const [row] = await askNamed(db, asked)
  if (!row) return undefined
  return {
    isConcerned: row.named || actsByPost(row, await loadTerritory(db, row), actor),
    revision: row.revision,
  }
}
