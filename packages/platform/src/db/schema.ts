import type {
  announcement,
  announcementSend,
  dataLog,
  department,
  dictionary,
  dictionaryItem,
  operationLog,
  permission,
  permissionDataRule,
  role,
  tenant,
  user,
} from '@suoan/contract'
import type { ColumnType } from 'kysely'
import type { SessionTables } from './tables/session.ts'
import type { SystemTables } from './tables/system.ts'
import type { TableOf } from './table-of.ts'

/**
 * The tables as Kysely sees them (camelCase by plugin). Tables of described resources come from their description by
 * `TableOf`. Here are those the platform itself works with; `tables/admin.ts` and `tables/lock-domain.ts` add theirs to
 * this interface, so that nothing here has to know them.
 */
export interface Database extends SystemTables, SessionTables {
  sysUser: TableOf<typeof user>
  sysRole: TableOf<typeof role>
  sysPermission: PermissionTable
  sysPermissionDataRule: TableOf<typeof permissionDataRule>
  sysDepart: Omit<TableOf<typeof department>, 'delFlag'> & {
    delFlag: ColumnType<string, string | undefined, string>
  }
  sysDict: TableOf<typeof dictionary>
  sysDictItem: TableOf<typeof dictionaryItem>
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
