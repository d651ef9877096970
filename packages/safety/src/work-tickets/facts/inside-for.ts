import { sql, type RawBuilder } from 'kysely'

/** Number of a ticket for which the person of a column is inside now, null when he is inside for none. */
export const insideFor = (person: string, tenant: string): RawBuilder<string | null> =>
  sql`(select max(coalesce(iw.work_no, iw.id)) from lo_work_person ip join lo_work iw on iw.id = ip.work_id
    where ip.person_id = ${sql.ref(person)} and ip.tenant_id = ${sql.ref(tenant)} and ip.on_state = 1 and iw.del_flag = 0)`
