import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Rights of devices and roll-outs were made under 锁具管理 before their pages existed, and stayed there: in the tree of
 * rights whoever looked under 网关与设备 found nothing. Rows that people moved elsewhere stay where they are.
 */
export const deviceButtons: NamedMigration = {
  name: '0160-device-buttons',
  async up(db) {
    await sql`update sys_permission set parent_id = case when perms like 'lo:rollout:%' then 'menu-rollout' else 'menu-device' end
      where parent_id = 'menu-lock-list' and (perms like 'lo:device:%' or perms like 'lo:rollout:%')`.execute(
      db,
    )
  },
}
