import type { PackageResources } from '@suoan/contract'
import type { ColumnType } from 'kysely'
import type { SessionTables } from './tables/session.ts'
import type { SystemTables } from './tables/system.ts'
import type { TablesOf } from './table-of.ts'

type Described = TablesOf<PackageResources['platform']>

/**
 * The tables as Kysely sees them (camelCase by plugin). Tables of described resources come from their description by
 * `TablesOf`. Here are those the platform itself works with; `tables.ts` of admin and safety add theirs to this
 * interface, so that nothing here has to know them.
 */
export interface Database
  extends Omit<Described, 'sysPermission' | 'sysDepart' | 'sysTenant'>, SessionTables, SystemTables {
  sysPermission: Omit<Described['sysPermission'], 'route' | 'leaf'> & {
    isRoute: Described['sysPermission']['route']
    isLeaf: Described['sysPermission']['leaf']
  }
  sysDepart: Omit<Described['sysDepart'], 'delFlag'> & {
    delFlag: ColumnType<string, string | undefined, string>
  }
  sysTenant: Omit<Described['sysTenant'], 'id'> & { id: number }
}
