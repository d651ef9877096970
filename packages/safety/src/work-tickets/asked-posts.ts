import { eq, type Filter } from '@suoan/kit/filter'
import type { Actor } from '@suoan/platform/context'
import { ticketInText } from '../ticket-sets.ts'
import { noPermitterText } from './facts/post-holders.ts'

/** Whom a ticket may ask without naming him, as one value for SQL: his posts, where they hold, and until when plans count. */
function postOf({ userId, tenantId, roleCodes, orgCode, orgCodes }: Actor, now: number): string {
  const has = (...codes: readonly string[]) => codes.some((code) => roleCodes.includes(code))
  return JSON.stringify({
    userId,
    tenantId,
    orgCodes,
    everywhere: has('SAFETY'),
    inTerritory: has('PERMIT', 'DEPT'),
    owns: has('DEPT'),
    permits: has('PERMIT'),
    editsFor: has('ISSUE') ? orgCode : null,
    within: new Date(now + 86_400_000).toISOString(),
  })
}

const ofPost = (post: string, key: string): string => `${post}::jsonb ->> '${key}'`

const inTerritoryText = (post: string, alias: string): string => `exists (
      select 1 from sys_depart top, jsonb_array_elements_text(${post}::jsonb -> 'orgCodes') as own(code)
      where top.id = ${alias}.territory_depart_id and own.code like top.org_code || '%')`

const managesText = (post: string, alias: string): string => `exists (
      select 1 from lo_area a where a.tenant_id = ${alias}.tenant_id and a.del_flag = 0
        and a.manager_id = ${ofPost(post, 'userId')} and ${alias}.area_code like a.area_code || '%')`

/**
 * The text of "ids of tickets that wait for a post", of the value of `postOf`: a post is asked where somebody asks for its
 * signature, where work stands still, where locks are lifted for a test, where an extension waits, and where isolation may
 * begin within the day.
 */
export function askedOfPostText(post: string): string {
  const of = (key: string) => ofPost(post, key)
  const inTerritory = inTerritoryText(post, 'w')
  const permitsElsewhere = `(${of('permits')})::boolean and ${noPermitterText('w')}`
  return `select w.id from lo_work w
    where w.tenant_id = (${of('tenantId')})::integer and ${ticketInText('notEnded', 'w')} and (
      ((jsonb_typeof(w.ask_state) = 'array' and w.ask_state <> '[]'::jsonb or ${ticketInText('waitingForPost', 'w')}
          or exists (select 1 from lo_work_extend x where x.work_id = w.id and x.result = 0 and x.del_flag = 0))
        and ((${of('everywhere')})::boolean or (${of('inTerritory')})::boolean and ${inTerritory}
          or ${managesText(post, 'w')} or ${permitsElsewhere}))
      or ${ticketInText('awaitingIsolation', 'w')} and w.plan_start < (${of('within')})::timestamptz
        and ((${of('permits')})::boolean and ${inTerritory} or ${permitsElsewhere}))`
}

/** `actsByPost` in SQL, of a row of `lo_work` known as `alias` and the value of `postOf`. */
export const actsByPostText = (post: string, alias: string): string =>
  `(${alias}.sys_org_code = ${ofPost(post, 'editsFor')} or ${managesText(post, alias)}
      or (${ofPost(post, 'owns')})::boolean and ${inTerritoryText(post, alias)})`

/** Tickets that wait for a post the actor holds, though none of them has to name him. */
export const askedOfPost = (actor: Actor, now: number): Filter => eq('askedPost', postOf(actor, now))

/** Tickets that are the actor's business by his post, whatever his data rules say. */
export const ownByPost = (actor: Actor, now: number): Filter => eq('ownPost', postOf(actor, now))
