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
  FieldKind,
  Fields,
  KindValue,
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

/** Times are written as Date or wire text and read as Date. */
export type Time = ColumnType<Date, Date | string, Date | string>
export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

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

type ColumnOf<K extends FieldKind> = K extends 'dateTime' ? Date : K extends 'json' ? unknown : KindValue[K]
type InsertOf<K extends FieldKind> = K extends 'dateTime'
  ? Date | string
  : K extends 'json'
    ? string
    : KindValue[K]

/** System columns of a described table. */
export interface SystemTable {
  id: string
  tenantId: ColumnType<number, number | undefined, number>
  sysOrgCode: ColumnType<string | null, string | null | undefined, string | null>
  createBy: ColumnType<string | null, string | null | undefined, string | null>
  createTime: TimeOrNull
  updateBy: ColumnType<string | null, string | null | undefined, string | null>
  updateTime: TimeOrNull
  delFlag: ColumnType<number, number | undefined, number>
  revision: ColumnType<number, number | undefined, number>
}

/** The Kysely table of a described resource: its own fields (all nullable to Kysely) and the system columns. */
export type TableOf<R extends { fields: Fields }> = SystemTable & {
  [N in keyof R['fields']]: ColumnType<
    ColumnOf<R['fields'][N]['kind']> | null,
    InsertOf<R['fields'][N]['kind']> | null | undefined,
    InsertOf<R['fields'][N]['kind']> | null
  >
}
