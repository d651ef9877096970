import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** Writes down how many people stand on the ticket's list; to be called after every change of it. */
export async function countPeople(tx: Tx, workId: string): Promise<void> {
  await sql`update lo_work set people_count = (select count(distinct person_id)
    from lo_work_person where work_id = ${workId} and state = 1) where id = ${workId}`.execute(tx)
}
