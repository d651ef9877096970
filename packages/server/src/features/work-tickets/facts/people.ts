import { labelOf, type RoleTag } from '@suoan/domain/dictionaries'
import type { PersonFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../context.ts'
import type { WorkRow } from '../ticket-row.ts'

const certRules = z.record(z.string(), z.array(z.string()))

interface PersonRow {
  userId: string
  name: string
  tags: RoleTag[]
  personSource: number
  briefTime: Date | null
  briefSignId: string | null
  onState: number
  mustAck: number
  checkedIn: boolean
}

/** Everybody on the ticket, one entry a person with all tags, certificates and other live tickets. */
export async function loadPersons(tx: Tx, work: WorkRow, rules: unknown): Promise<PersonFact[]> {
  const { rows } = await sql<PersonRow>`
    select p.user_id, coalesce(u.realname, p.person_name) as name, array_agg(p.role_tag order by p.role_tag) as tags,
      max(p.person_source) as person_source, max(p.brief_time) as brief_time, max(p.brief_sign_id) as brief_sign_id,
      max(case when p.on_state = 1 then 1 else 0 end) as on_state, max(p.must_ack) as must_ack,
      bool_or(p.role_tag = 'GUARD' and p.check_in_time is not null) as checked_in
    from lo_work_person p left join sys_user u on u.id = p.user_id
    where p.work_id = ${work.id} and p.state = 1 and p.user_id is not null
    group by p.user_id, coalesce(u.realname, p.person_name)`.execute(tx)
  const userIds = rows.map((row) => row.userId)
  const certs = await sql<{
    userId: string
    certType: string
    validFrom: string
    validTo: string
    status: number
  }>`
      select user_id, cert_type, valid_from::text, valid_to::text, status from lo_person_cert
      where user_id = any(${userIds}) and del_flag = 0`.execute(tx)
  const holds = await sql<{ userId: string }>`select distinct user_id from lo_point_hold
      where work_id = ${work.id} and hold_type in (2, 3) and state in (1, 2)`.execute(tx)
  const live = await sql<{ userId: string; roleTag: RoleTag; n: number }>`
      select p.user_id, p.role_tag, count(distinct p.work_id)::int as n
      from lo_work_person p join lo_work w on w.id = p.work_id
      where p.user_id = any(${userIds}) and p.state = 1 and p.work_id <> ${work.id}
        and w.del_flag = 0 and w.void_flag = 0 and (w.work_status in (4, 20) or (w.work_status = 40 and w.close_flag = 0))
      group by p.user_id, p.role_tag`.execute(tx)
  const required = certRules.catch({}).parse(rules ?? {})
  return rows.map((row) => ({
    userId: row.userId,
    name: row.name,
    roleTags: row.tags,
    certs: certs.rows
      .filter((cert) => cert.userId === row.userId)
      .map((cert) => ({
        certType: cert.certType,
        certName: labelOf('lo_cert_type', cert.certType),
        validFrom: Date.parse(`${cert.validFrom}T00:00:00+08:00`),
        // Valid through the whole last day.
        validTo: Date.parse(`${cert.validTo}T00:00:00+08:00`) + 86_400_000,
        revoked: cert.status === 3,
      })),
    requiredCerts: [...new Set(row.tags.flatMap((tag) => required[tag] ?? []))].map((certType) => ({
      certType,
      certName: labelOf('lo_cert_type', certType),
    })),
    isContractor: row.personSource === 2,
    hasDayPass: certs.rows.some((cert) => cert.userId === row.userId && cert.certType === '09'),
    briefed: row.briefTime !== null,
    briefSigned: row.briefSignId !== null,
    personalLockOn: holds.rows.some((hold) => hold.userId === row.userId),
    checkedIn: row.checkedIn,
    onSite: row.onState === 1,
    liveCounts: Object.fromEntries(
      live.rows.filter((each) => each.userId === row.userId).map((each) => [each.roleTag, each.n]),
    ),
    mustAck: row.mustAck === 1,
  }))
}
