import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Columns with stored paths: each finds its row by one of them, for a file is read by who may read its row (decision 0507). */
const held: readonly (readonly [table: string, column: string])[] = [
  ['lo_area', 'plan_file'],
  ['lo_emergency_removal', 'remove_photo'],
  ['lo_external_person', 'photo'],
  ['lo_lock', 'photo'],
  ['lo_lock_log', 'photo'],
  ['lo_lock_type', 'image'],
  ['lo_person_cert', 'file'],
  ['lo_point', 'photo'],
  ['lo_unclose_lock', 'close_photo'],
  ['lo_unclose_lock', 'ask_photo'],
  ['lo_work_gas', 'photo'],
  ['lo_work_measure', 'photo'],
  ['lo_work_point', 'claim_photo'],
  ['lo_work_point', 'verify_photo'],
  ['lo_work_sign', 'sign_img'],
]

export const fileHolders: NamedMigration = {
  name: '0108-file-holders',
  async up(db) {
    for (const [table, column] of held)
      await sql
        .raw(
          `create index ${table}_${column}_file on ${table} using gin (string_to_array(${column}::text, ','))
            where ${column} is not null`,
        )
        .execute(db)
  },
}
