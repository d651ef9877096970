import type { ExecPhase, GrantStatus, GrantType, OpenMethod } from '@suoan/domain/dictionaries'
import type { Grant, GrantAction, GrantScope } from '@suoan/domain/grant'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../context.ts'

interface Row {
  id: string
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

/** The user's grants that could reach this lock, the ones in force and newest first. Words are checked by the domain. */
export async function loadGrants(
  tx: Tx,
  tenantId: number,
  userId: string,
  lock: { readonly lockId: string; readonly areaCode: string },
): Promise<Grant[]> {
  const { rows } = await sql<Row>`
    select id, scope_type, lock_id, group_id, area_code, lock_type_id, grant_type, actions, valid_from, valid_to,
      week_plan, max_uses, used_count, work_id, phases, methods, status
    from lo_lock_user
    where tenant_id = ${tenantId} and user_id = ${userId} and del_flag = 0
      and (lock_id = ${lock.lockId} or scope_type = 2
        or (scope_type in (3, 4) and area_code <> '' and ${lock.areaCode} like area_code || '%'))
    order by (status = 1) desc, valid_to desc nulls last, id desc limit 200`.execute(tx)
  return rows.map((row) => ({
    grantId: row.id,
    userId,
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
  }))
}

function scopeOf(row: Row): GrantScope {
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
