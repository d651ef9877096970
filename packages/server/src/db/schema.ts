import type {
  announcement,
  announcementSend,
  category,
  checkRule,
  dataLog,
  department,
  departRole,
  dictionary,
  dictionaryItem,
  operationLog,
  permission,
  permissionDataRule,
  position,
  role,
  tenant,
  user,
} from '@suoan/contract'
import type { ColumnType } from 'kysely'
import type { LockDomainTables } from './tables/lock-domain.ts'
import type { SessionTables } from './tables/session.ts'
import type { SystemTables } from './tables/system.ts'
import type { TableOf } from './table-of.ts'

/**
 * Every table as Kysely sees it (camelCase by plugin). Tables of described resources come from their description by
 * `TableOf`; the others stand in `tables/*.ts`, one file per feature, and are joined here.
 */
export interface Database extends SystemTables, SessionTables, LockDomainTables {
  sysUser: TableOf<typeof user>
  sysRole: TableOf<typeof role>
  sysPermission: PermissionTable
  sysPermissionDataRule: TableOf<typeof permissionDataRule>
  sysDepart: Omit<TableOf<typeof department>, 'delFlag'> & {
    delFlag: ColumnType<string, string | undefined, string>
  }
  sysDepartRole: TableOf<typeof departRole>
  sysPosition: TableOf<typeof position>
  sysDict: TableOf<typeof dictionary>
  sysDictItem: TableOf<typeof dictionaryItem>
  sysCategory: TableOf<typeof category>
  sysCheckRule: TableOf<typeof checkRule>
  sysTenant: Omit<TableOf<typeof tenant>, 'id'> & { id: number }
  sysLog: TableOf<typeof operationLog>
  sysDataLog: TableOf<typeof dataLog>
  sysAnnouncement: TableOf<typeof announcement>
  sysAnnouncementSend: TableOf<typeof announcementSend>
}

type PermissionTable = Omit<TableOf<typeof permission>, 'route' | 'leaf'> & {
  isRoute: TableOf<typeof permission>['route']
  isLeaf: TableOf<typeof permission>['leaf']
}
