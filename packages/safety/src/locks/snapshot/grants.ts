import type { ExecPhase, GrantStatus, GrantType, OpenMethod } from '@suoan/domain/dictionaries'
import type { Grant, GrantAction, GrantScope } from '@suoan/domain/grant'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'

/** A row of `lo_lock_user`. */
export interface GrantRow {
  id: string
  userId: string
  scopeType: number
  lockId: string | null
  groupId: string | null
  areaCode: string | null
  lockTypeId: string | null
  grantType: GrantType
  actions: string
  validFrom: Date | null
  validTo: Date | null
  weekPlan: unknown
  maxUses: number
  usedCount: number
  workId: string | null
  phases: string | null
  methods: string | null
  status: GrantStatus
}

const weekPlan = z.array(
  z.object({ week: z.number(), times: z.array(z.object({ s: z.string(), e: z.string() })) }),
)
const parts = (list: string | null): string[] => (list ?? '').split(',').filter((part) => part !== '')

/** The columns of `GrantRow`, of `lo_lock_user u`. */
export const grantColumns = sql`u.id, u.user_id, u.scope_type, u.lock_id, u.group_id, u.area_code, u.lock_type_id, u.grant_type,
  u.actions, u.valid_from, u.valid_to, u.week_plan, u.max_uses, u.used_count, u.work_id, u.phases, u.methods, u.status`

/** Could a grant reach a lock, by its scope? A first choice, wider than `grantGap`. `lock` names a row of `lo_lock`. */
export const mayReach = (lock: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(u.lock_id = ${lock}.id or u.scope_type = 2
    or (u.scope_type in (3, 4) and u.area_code <> '' and ${lock}.area_code like u.area_code || '%'))`

/** The user's grants that could reach this lock, the ones in force and newest first. Words are checked by the domain. */
export async function loadGrants(tx: Tx, tenantId: number, userId: string, lockId: string): Promise<Grant[]> {
  const { rows } = await sql<GrantRow>`
    select ${grantColumns} from lo_lock_user u join lo_lock l on l.id = ${lockId} and l.tenant_id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.del_flag = 0 and ${mayReach(sql`l`)}
    order by (u.status = 1) desc, u.valid_to desc nulls last, u.id desc limit 200`.execute(tx)
  return rows.map(grantOf)
}

/** A stored grant as the domain reads it. */
export const grantOf = (row: GrantRow): Grant => ({
  grantId: row.id,
  userId: row.userId,
  scope: scopeOf(row),
  grantType: row.grantType,
  // The three lists hold dictionary values, checked when the grant was saved.
  actions: parts(row.actions) as GrantAction[],
  validFrom: row.validFrom?.getTime() ?? null,
  validTo: row.validTo?.getTime() ?? null,
  weekPlan: weekPlan.catch([]).parse(row.weekPlan ?? []),
  maxUses: row.maxUses,
  usedCount: row.usedCount,
  workId: row.workId,
  phases: parts(row.phases).map(Number) as ExecPhase[],
  methods: parts(row.methods) as OpenMethod[],
  status: row.status,
})

function scopeOf(row: GrantRow): GrantScope {
  switch (row.scopeType) {
    case 2:
      return { kind: 'group', groupId: row.groupId ?? '' }
    case 3:
      return { kind: 'area', areaCode: row.areaCode ?? '' }
    case 4:
      return { kind: 'areaType', areaCode: row.areaCode ?? '', lockTypeId: row.lockTypeId ?? '' }
    default:
      return { kind: 'lock', lockId: row.lockId ?? '' }
  }
}
