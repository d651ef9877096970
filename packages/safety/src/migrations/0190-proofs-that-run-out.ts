import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Tickets that are at work already know by no timer when zero energy must be proven again (T24, T32): each is given the
 * moment at which its work stops; a proof in between moves it.
 */
export const proofsThatRunOut: NamedMigration = {
  name: '0190-proofs-that-run-out',
  async up(db) {
    await sql`insert into lo_timer (id, tenant_id, kind, subject_id, key, due_time, data)
      select left(md5('ticket.proofDue' || w.id), 32), w.tenant_id, 'ticket.proofDue', w.id, 'over', min(i.re_verify_due), '{}'
      from lo_work w
      join lo_work_point i on i.work_id = w.id and i.mandatory = 1 and i.state = 5 and i.re_verify_due is not null
        and i.del_flag = 0
      where w.work_status = 20 and w.exec_phase = 20 and w.void_flag is distinct from 1 and w.del_flag = 0
      group by w.id, w.tenant_id`.execute(db)
  },
}
