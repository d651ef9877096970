import { secondGap, type SecondPerson, type Snapshot } from '@suoan/domain/interlock'
import { roleTags } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { LoadedTicket } from './ticket.ts'
import { loadUser } from './user.ts'

interface Asked {
  readonly tenantId: number
  readonly lockId: string
  /** Who opens; his own word does not count. */
  readonly userId: string
  readonly at: number
  readonly ticket: LoadedTicket | null
}

/** More people do not stand around one lock. */
const mostWitnesses = 8

/**
 * Another person who proved, at the lock and lately, that he stands there (R12 remote, R13 dual control), and whose word no
 * opening has used: the latest of those who may be the second person of the ticket, else the latest of all.
 */
export async function loadWitness(tx: Tx, asked: Asked): Promise<Snapshot['second']> {
  const { tenantId, lockId, userId, at, ticket } = asked
  const workId = ticket?.fact.workId ?? null
  const { rows } = await sql<{ userId: string; name: string; time: Date; tags: string[] }>`
    select w.user_id, u.realname as name, w.witness_time as time,
      array(select p.role_tag from lo_work_person p where p.work_id = ${workId} and p.user_id = w.user_id
        and p.state = 1 and p.del_flag = 0) as tags
    from lo_open_witness w join sys_user u on u.id = w.user_id and u.del_flag = 0 and u.status = 1
    where w.tenant_id = ${tenantId} and w.lock_id = ${lockId} and w.user_id <> ${userId}
      and w.witness_time between ${new Date(at - 120_000)} and ${new Date(at)}
    order by cardinality(array(select 1 from lo_work_person p where p.work_id = ${workId} and p.user_id = w.user_id
      and p.state = 1 and p.del_flag = 0)) > 0 desc, w.witness_time desc limit ${mostWitnesses}`.execute(tx)
  const people = rows.map(async (row): Promise<SecondPerson[]> => {
    const tags = roleTags.filter((tag) => row.tags.includes(tag))
    const certRules = ticket?.certRules ?? null
    const user = await loadUser(tx, { tenantId, userId: row.userId, sessionId: null, at, tags, certRules })
    return user === null ? [] : [{ userId: row.userId, name: row.name, at: row.time.getTime(), user, tags }]
  })
  const found = (await Promise.all(people)).flat()
  const fits = (each: SecondPerson) => secondGap(each, { ticket: ticket?.fact ?? null, at }) === null
  return found.find(fits) ?? found[0] ?? null
}

/** Uses the word up; false when another opening was faster, or he has said it anew since it was read. */
export async function spendWitness(
  tx: Tx,
  tenantId: number,
  lockId: string,
  { userId, at }: SecondPerson,
): Promise<boolean> {
  const { rows } = await sql`
    delete from lo_open_witness where tenant_id = ${tenantId} and lock_id = ${lockId} and user_id = ${userId}
      and witness_time = ${new Date(at)} returning 1`.execute(tx)
  return rows.length > 0
}
