import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** When a gas detector sent last what nobody can read, and why it could not be (decision 0571). */
export const unreadGas: NamedMigration = {
  name: '0170-unread-gas',
  async up(db) {
    await sql`alter table lo_device add column gas_unread_time timestamptz, add column gas_unread_note varchar(200)`.execute(
      db,
    )
  },
}
