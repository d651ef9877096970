import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Numbers of cards are compared in one way of writing (decision 0588), and only digests of them are stored: what was written in another
 * way cannot be turned into that one. Where the mask shows it (15 digits, other signs, more letters than a number has) the
 * digest goes, and the line counts as one without a card until the number is entered again; a blacklisted one is then known
 * by its name. Lines that were deleted while on the blacklist come back; where the card has been registered again since,
 * that line is put on it.
 */
export const cardNumbers: NamedMigration = {
  name: '0183-card-numbers',
  async up(db) {
    await sql`update lo_external_person set id_number = null
      where id_number is not null and (length(id_mask) > 18
        or id_mask collate "C" !~ '^([0-9A-Z]{3}[*]+[0-9A-Z]{4}|[*]+[0-9A-Z]{2})$'
        or id_mask ~ '^[0-9]{3}[*]{8}[0-9]{4}$')`.execute(db)
    await sql`update lo_external_person e set black_flag = 1, black_reason = gone.black_reason,
        black_time = gone.black_time, black_by = gone.black_by
      from lo_external_person gone
      where gone.tenant_id = e.tenant_id and gone.id_number = e.id_number and gone.black_flag = 1 and gone.del_flag = 1
        and e.del_flag = 0 and e.black_flag = 0`.execute(db)
    await sql`update lo_day_pass p set revoke_by = coalesce(e.black_by, 'SYSTEM'), revoke_time = now(),
        revoke_reason = '列入黑名单'
      from lo_external_person e
      where e.id = p.external_id and e.black_flag = 1 and p.revoke_time is null and p.valid_to > now()`.execute(
      db,
    )
    await sql`update lo_external_person e set del_flag = 0
      where e.del_flag = 1 and e.black_flag = 1 and (e.id_number is null
        or not exists (select 1 from lo_external_person o where o.tenant_id = e.tenant_id and o.id_number = e.id_number
          and o.id <> e.id and (o.del_flag = 0 or (o.black_flag = 1 and o.id > e.id))))`.execute(db)
  },
}
