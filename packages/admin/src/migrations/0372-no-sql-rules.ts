import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 自定义SQL is no condition of data rules: a rule of it was always refused, now it is not offered (decision 0814). */
export const noSqlRules: NamedMigration = {
  name: '0372-no-sql-rules',
  async up(db) {
    await sql`delete from sys_dict_item where item_value = 'USE_SQL_RULES'
      and dict_id in (select id from sys_dict where dict_code = 'rule_conditions')`.execute(db)
  },
}
