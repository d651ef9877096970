import {
  grantStatus,
  grantType,
  type ExecPhase,
  type GrantStatus,
  type GrantType,
  type OpenMethod,
} from '../dictionaries/index.ts'
import { dateTimeText } from '../verdict/index.ts'

/** `lo_grant_action`. */
export type GrantAction = 'OPEN' | 'READLOG' | 'SETTIME' | 'CONFIG'

/** What a grant covers (`LoLockUser.scopeType`): one lock, a group, an area with its children, a type in an area. */
export type GrantScope =
  | { kind: 'lock'; lockId: string }
  | { kind: 'group'; groupId: string }
  | { kind: 'area'; areaCode: string }
  | { kind: 'areaType'; areaCode: string; lockTypeId: string }

/** One row of the periodic plan: ISO weekday 1..7 and times `HH:mm`, half-open. */
export interface WeekTime {
  week: number
  times: readonly { s: string; e: string }[]
}

/** `lo_lock_user`. Empty `phases`, `methods` = any; `maxUses` 0 = unlimited. */
export interface Grant {
  grantId: string
  userId: string
  scope: GrantScope
  grantType: GrantType
  actions: readonly GrantAction[]
  validFrom: number | null
  validTo: number | null
  weekPlan: readonly WeekTime[]
  maxUses: number
  usedCount: number
  workId: string | null
  phases: readonly ExecPhase[]
  methods: readonly OpenMethod[]
  status: GrantStatus
}

/** What somebody wants to do, or has done. */
export interface GrantRequest {
  userId: string
  lock: {
    lockId: string
    groupIds: readonly string[]
    areaCode: string
    lockTypeId: string
    ticketRequired: boolean
  }
  action: GrantAction
  at: number
  workId: string | null
  phase: ExecPhase | null
  /** Null when the lock did not say it. */
  method: OpenMethod | null
}

/** Asia/Shanghai weekday and `HH:mm` of a moment; the zone has no summer time. */
function weekdayAndTime(at: number): { week: number; time: string } {
  const [, time = ''] = dateTimeText(at).split(' ')
  const days = Math.floor((at + 8 * 3_600_000) / 86_400_000)
  // 1970-01-01 was a Thursday (4).
  return { week: ((((days + 3) % 7) + 7) % 7) + 1, time: time.slice(0, 5) }
}

function inScope(scope: GrantScope, lock: GrantRequest['lock']): boolean {
  switch (scope.kind) {
    case 'lock':
      return scope.lockId === lock.lockId
    case 'group':
      return lock.groupIds.includes(scope.groupId)
    case 'area':
      return scope.areaCode !== '' && lock.areaCode.startsWith(scope.areaCode)
    case 'areaType':
      return (
        scope.areaCode !== '' &&
        lock.areaCode.startsWith(scope.areaCode) &&
        scope.lockTypeId === lock.lockTypeId
      )
    default:
      return scope satisfies never
  }
}

/** Why a grant does not cover a request (Chinese), or null when it does (R06). */
export function grantGap(grant: Grant, request: GrantRequest): string | null {
  if (grant.userId !== request.userId) return '授权不属于该用户'
  if (!inScope(grant.scope, request.lock)) return '授权不包含该锁具'
  if (!grant.actions.includes(request.action)) return '授权不包含该动作'
  if (grant.status !== grantStatus.active) return '授权未生效、已冻结或已撤销'
  const forTicket = grant.grantType === grantType.ticket || grant.grantType === grantType.testRun
  const standing = grant.grantType <= grantType.periodic
  if (standing && request.lock.ticketRequired) return '该锁具须凭工作票开启，长期或临时授权无效'
  if (forTicket && (grant.workId === null || grant.workId !== request.workId)) return '授权属于其他工作票'
  if (grant.validFrom !== null && request.at < grant.validFrom)
    return `授权自 ${dateTimeText(grant.validFrom)} 起有效`
  if (grant.validTo !== null && request.at >= grant.validTo)
    return `授权已于 ${dateTimeText(grant.validTo)} 到期`
  // Only a long-term grant may be without an end; a forgotten date must not become for ever.
  const unlimited = grant.grantType === grantType.longTerm || grant.grantType === grantType.periodic
  if (grant.validTo === null && !unlimited) return '授权没有截止时间'
  if (grant.grantType === grantType.periodic && !inWeekPlan(grant.weekPlan, request.at))
    return '不在周期授权的时段内'
  if (grant.maxUses > 0 && grant.usedCount >= grant.maxUses) return `授权次数 ${grant.maxUses} 次已用尽`
  const phaseFits =
    grant.phases.length === 0 || (request.phase !== null && grant.phases.includes(request.phase))
  if (!phaseFits) return '授权不适用于当前执行阶段'
  const methodFits =
    grant.methods.length === 0 || (request.method !== null && grant.methods.includes(request.method))
  if (!methodFits) return '授权不允许该开锁方式'
  return null
}

function inWeekPlan(plan: readonly WeekTime[], at: number): boolean {
  const { week, time } = weekdayAndTime(at)
  return plan.some((day) => day.week === week && day.times.some(({ s, e }) => s <= time && time < e))
}

/** Does any grant cover the request (R06)? Otherwise the reason of the nearest one: same user and lock first. */
export function coveringGrant(
  grants: readonly Grant[],
  request: GrantRequest,
): { grant: Grant; gap: null } | { grant: null; gap: string } {
  const gaps = grants
    .filter((grant) => grant.userId === request.userId && inScope(grant.scope, request.lock))
    .map((grant) => ({ grant, gap: grantGap(grant, request) }))
  const fit = gaps.find((each) => each.gap === null)
  if (fit) return { grant: fit.grant, gap: null }
  return { grant: null, gap: gaps[0]?.gap ?? '没有您对该锁具的授权' }
}
