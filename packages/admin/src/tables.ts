import type { category, checkRule, departRole, position } from '@suoan/contract'
import type { TableOf } from '@suoan/platform/db/table-of'

/** Tables that only administration works with. */
export interface AdminTables {
  sysDepartRole: TableOf<typeof departRole>
  sysPosition: TableOf<typeof position>
  sysCategory: TableOf<typeof category>
  sysCheckRule: TableOf<typeof checkRule>
}

declare module '@suoan/platform/db/schema' {
  interface Database extends AdminTables {}
}
