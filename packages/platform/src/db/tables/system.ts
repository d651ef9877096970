import type { ColumnType, Generated } from 'kysely'
import type { Time, TimeOrNull } from '../table-of.ts'

/** Link tables and plumbing of migration 0001-system; the described tables come from their descriptions. */
export interface SystemTables {
  /** Keys that this installation made for itself (migration 0008). */
  installationKey: { name: string; value: string }
  /** One row: what the server's clock showed last (migration 0031). */
  serverClock: { onlyRow: Generated<boolean>; shown: Time }
  sysUserRole: { id: string; userId: string; roleId: string }
  sysUserDepart: { id: string; userId: string; depId: string }
  sysRolePermission: {
    id: string
    roleId: string
    permissionId: string
    dataRuleIds: string | null
    operateDate: TimeOrNull
    operateIp: string | null
  }
  sysDepartPermission: { id: string; departId: string; permissionId: string; dataRuleIds: string | null }
  sysDepartRolePermission: {
    id: string
    departId: string
    roleId: string
    permissionId: string
    dataRuleIds: string | null
    operateDate: TimeOrNull
    operateIp: string | null
  }
  sysDepartRoleUser: { id: string; userId: string; droleId: string }
  /** Events on their way out: written with the change, removed after delivery. */
  /** First answers of repeatable calls. */
  clientOp: {
    tenantId: number
    clientOpId: string
    userId: string
    endpoint: string
    callHash: string | null
    answer: ColumnType<unknown, string | null, string | null>
    createTime: Time
  }
  sheetReport: {
    id: string
    tenantId: number
    userId: string
    fileName: string
    content: string
    /** The refused lines as an .xlsx with their cells marked (migration 0282). */
    book: Buffer | null
    createTime: ColumnType<Date, Date | undefined, never>
  }
  storedFile: {
    path: string
    tenantId: number
    originalName: string
    mediaType: string
    size: ColumnType<string, number, never>
    sha256: string
    userId: string
    createTime: ColumnType<Date, Date | undefined, never>
    /** Some row has named it. */
    isHeld: Generated<boolean>
    /** Its row was deleted with it. */
    isDiscarded: Generated<boolean>
  }
}
