import type { Candidate } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { together } from '@suoan/platform/db/together'
import { loadGrantsOf } from '@suoan/platform/http/load-grants'
import { agentsFor } from '../../agencies.ts'
import { loadActingOfAll } from '../facts/acting.ts'
import { actsByPost, loadActors, loadTerritory } from '../facts/actor.ts'
import { loadPolicy } from '../facts/policy.ts'
import { postHolders } from '../facts/post-holders.ts'
import type { WorkRow } from '../ticket-row.ts'
import { maySee } from '../visible.ts'
import { seesAll } from '../ticket-resources.ts'

/** Somebody who may be named as the one whose turn it is. */
export interface Person {
  readonly actor: Actor
  readonly phone: string | null
  readonly candidate: Candidate
}

/** More people than this are never asked at once; a ticket concerns some dozens. */
const mostPeople = 120

interface Row {
  id: string
  username: string
  realname: string
  phone: string | null
  isNamed: boolean
}

/**
 * Everybody whose turn it may be on a ticket: who is named on it, is asked to decide or stands in for one who is, has a
 * lock on it, and who holds a post for its territory and may see it. The caller comes first.
 */
export async function loadPeople(ctx: Context, tx: Tx, work: WorkRow, caller: Actor): Promise<Person[]> {
  return together(tx, async (reading) => {
    const people = await loadKnown(ctx, reading, work, caller)
    return people.toSorted(
      (a, b) => Number(b.actor.userId === caller.userId) - Number(a.actor.userId === caller.userId),
    )
  })
}

async function loadKnown(ctx: Context, tx: Tx, work: WorkRow, caller: Actor): Promise<Person[]> {
  const now = ctx.clock.now()
  const rows = await accounts(tx, work, now)
  const userIds = rows.map(({ id }) => id)
  const [grants, isRuled, territory] = await Promise.all([
    loadGrantsOf(tx, userIds),
    hasDataRules(tx, work.tenantId),
    loadTerritory(tx, work),
  ])
  const known = rows.map((row): { row: Row; actor: Actor } => ({
    row,
    actor:
      row.id === caller.userId
        ? caller
        : {
            sessionId: '',
            userId: row.id,
            username: row.username,
            realname: row.realname,
            tenantId: caller.tenantId,
            orgCode: '',
            ...(grants.get(row.id)?.in(caller.tenantId) ?? noGrants),
          },
  }))
  // `maySee` of whoever the ticket does not name; the whole question is asked only where a rule speaks of rows.
  const seesByPost = (actor: Actor): boolean | Promise<boolean> =>
    isRuled
      ? maySee(ctx, actor, work.id)
      : actor.permissions.has(seesAll) || actsByPost(work, territory, actor)
  const seeing: typeof known = []
  for (const each of known) if (each.row.isNamed || (await seesByPost(each.actor))) seeing.push(each)
  const facts = await loadActors(
    tx,
    work,
    seeing.map(({ actor }) => actor),
  )
  const rules = async () => (await loadPolicy(tx, work))?.certRules
  const actingOf = await loadActingOfAll(tx, work, facts, rules, now)
  return seeing.flatMap(({ row, actor }, n) => {
    const fact = facts[n]
    return fact ? [{ actor, phone: row.phone, candidate: { actor: fact, acting: actingOf(fact) } }] : []
  })
}

async function accounts(tx: Tx, work: WorkRow, now: number): Promise<Row[]> {
  const [holders, { rows: asked }] = await Promise.all([
    postHolders(tx, work, ['PERMIT', 'SAFETY', 'DEPT']),
    sql<{ id: string }>`
      select reviewer_id as id from lo_work_review where work_id = ${work.id} and review_status = 1
      union select approver_id from lo_work_examine where work_id = ${work.id} and approve_status = 1`.execute(
      tx,
    ),
  ])
  const decide = asked.map(({ id }) => id)
  const named = [
    work.applicantId ?? '',
    work.leaderId ?? '',
    ...decide,
    ...(await agentsFor(tx, work.tenantId, decide, now)),
  ]
  const { rows } = await sql<Row>`
    select u.id, u.username, u.realname, u.phone, bool_or(c.named) as is_named from (
      select unnest(${named}::text[]) as id, true as named
      union select user_id, true from lo_work_person where work_id = ${work.id} and user_id is not null
        and (state = 1 or on_state = 1)
      union select user_id, true from lo_point_hold where work_id = ${work.id} and state in (1, 2)
      union select unnest(array[from_user_id, to_user_id]), true from lo_work_handover
        where work_id = ${work.id} and state in (0, 1) and del_flag = 0
      union select owner_id, true from lo_emergency_removal where work_id = ${work.id} and state = 2
      union select unnest(${holders}::text[]), false) c
    join sys_user u on u.id = c.id and u.status = 1 and u.del_flag = 0 and ${belongsTo('u', work.tenantId)}
    group by u.id, u.username, u.realname, u.phone order by u.id limit ${mostPeople}`.execute(tx)
  return rows
}

const noGrants = { roleIds: [], roleCodes: [], orgCodes: [], permissions: new Set<string>() }

/** Whether rules of the tenant leave rows out of lists: only then does the whole question have to be asked. */
async function hasDataRules(tx: Tx, tenantId: number): Promise<boolean> {
  const { rows } = await sql<{ ruled: boolean }>`
    select exists (select 1 from sys_role_permission rp join sys_role r on r.id = rp.role_id and r.tenant_id in (${tenantId}, 0)
      where coalesce(rp.data_rule_ids, '') <> '') as ruled`.execute(tx)
  return rows[0]?.ruled === true
}
