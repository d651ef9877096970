import { labelOf, roleTags, type RoleTag } from '@suoan/domain/dictionaries'
import type { UserFact } from '@suoan/domain/interlock'
import { dayPass } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { requiredCerts } from '../../cert-rules.ts'
import { mustAcknowledge } from '../../must-acknowledge.ts'

interface Asked {
  readonly tenantId: number
  readonly userId: string
  readonly sessionId: string | null
  readonly at: number
  /** His tags on the ticket. */
  readonly tags: readonly RoleTag[]
  /** `LoWorkType.certRules` of every row that applies to the ticket. */
  readonly certRules: unknown
}

/** The person as the interlock sees him; null when there is none of this id in the tenant. */
export async function loadUser(tx: Tx, asked: Asked): Promise<UserFact | null> {
  const { tenantId, userId, sessionId, at } = asked
  const { rows } = await sql<{
    realname: string
    status: number
    login: Date | null
    mustAck: boolean
    roles: string[]
    certs: string[]
  }>`
    select u.realname, u.status,
      (select max(s.created_at) from sys_session s where s.user_id = u.id
        and (${sessionId}::text is null or s.id = ${sessionId})) as login,
      ${mustAcknowledge(sql.ref('u.id'), tenantId)} as must_ack,
      array(select r.role_code from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id) as roles,
      array(select c.cert_type from lo_person_cert c where c.user_id = u.id and c.del_flag = 0 and c.status <> 3
        and c.valid_from <= (${new Date(at)}::timestamptz at time zone 'Asia/Shanghai')::date
        and c.valid_to >= (${new Date(at)}::timestamptz at time zone 'Asia/Shanghai')::date) as certs
    from sys_user u
    where u.id = ${userId} and u.del_flag = 0
      and ${belongsTo('u', tenantId)}`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  return {
    userId,
    name: row.realname,
    active: row.status === 1,
    strongLoginAt: row.login?.getTime() ?? null,
    mustAck: row.mustAck,
    missingCerts: missingCerts(asked, new Set(row.certs)),
    postTags: roleTags.filter((tag) => row.roles.includes(tag)),
  }
}

function missingCerts({ tags, certRules }: Asked, held: ReadonlySet<string>): string[] {
  const required = requiredCerts(certRules, tags)
  // A contractor's admission ends and is revoked like any certificate (G03).
  const { certType: passType } = dayPass
  const admission = tags.includes('CONTR')
    ? [{ certType: passType, certName: labelOf('lo_cert_type', passType) }]
    : []
  const names = [...required, ...admission].filter(({ certType }) => !held.has(certType))
  return [...new Set(names.map(({ certName }) => certName))]
}
