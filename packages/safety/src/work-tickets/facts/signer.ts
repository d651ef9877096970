import type { SignerChoice } from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import type { SignerFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import type { WorkRow } from '../ticket-row.ts'
import { requiredCerts } from '../../cert-rules.ts'
import { loadCerts } from '../../person-certs.ts'
import { loadPolicy } from './policy.ts'

/** Active people of the ticket's tenant, with whether they hold the post. */
const people = (work: Pick<WorkRow, 'tenantId'>, roleTag: string) => sql`
  select u.id, u.realname, u.username, exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
      where ur.user_id = u.id and r.role_code = ${roleTag} and r.tenant_id = ${work.tenantId}) as holds_post
  from sys_user u where u.del_flag = 0 and u.status = 1
    and ${belongsTo('u', work.tenantId)}`

/** Whom an assignee wants to hand his step to (T15), or null when the tenant has no such active person. */
export async function loadSigner(
  tx: Tx,
  work: WorkRow,
  userId: string,
  roleTag: RoleTag,
): Promise<SignerFact | null> {
  const { rows } = await sql<{ id: string; realname: string; holdsPost: boolean; external: boolean }>`
    select p.*, exists (select 1 from lo_work_person w where w.work_id = ${work.id} and w.user_id = p.id
        and w.state = 1 and w.person_source = 2) as external
    from (${people(work, roleTag)}) p where p.id = ${userId}`.execute(tx)
  const user = rows[0]
  if (!user) return null
  const certs = (await loadCerts(tx, [userId])).get(userId) ?? []
  const policy = await loadPolicy(tx, work)
  return {
    userId,
    name: user.realname,
    certs,
    requiredCerts: requiredCerts(policy?.certRules, [roleTag]),
    isContractor: user.external,
    mayDecide: user.holdsPost,
  }
}

/** Those who hold the post and are not in the step yet, for the picker; the guards look again at whoever is chosen. */
export async function listSigners(
  tx: Tx,
  work: Pick<WorkRow, 'tenantId' | 'applicantId'>,
  roleTag: string,
  inStep: readonly string[],
): Promise<SignerChoice[]> {
  const { rows } = await sql<SignerChoice>`
    select p.id, p.realname, p.username, coalesce((select string_agg(d.depart_name, '、' order by d.org_code)
        from sys_user_depart ud join sys_depart d on d.id = ud.dep_id where ud.user_id = p.id), '') as depart_name
    from (${people(work, roleTag)}) p
    where p.holds_post and p.id <> all(${[...inStep, work.applicantId ?? '']}::text[])
    order by p.realname, p.id limit 200`.execute(tx)
  return rows
}
