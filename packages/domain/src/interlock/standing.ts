import { custody, labelOf, lockPurpose, type Custody, type LockPurpose } from '../dictionaries/index.ts'

/** What decides whether a lock may open by a grant that it keeps itself. */
export interface StandingLock {
  lockCode: string
  purpose: LockPurpose
  enabled: boolean
  frozen: boolean
  custody: Custody
  /** `LoLockType.ticketRequired` and `.dualAuth`. */
  ticketRequired: boolean
  dualAuth: 0 | 1 | 2
  /** Numbers of tickets that rely on it: it holds a point, lies on a box, or stands on a live ticket. */
  heldBy: readonly string[]
  /** The tenant does without L8. */
  patrolOff: boolean
}

const onPatrol: readonly LockPurpose[] = [lockPurpose.access, lockPurpose.seal]
const atHand: readonly Custody[] = [custody.inStore, custody.issued, custody.installed]

/**
 * Why a lock may not open by a standing grant that it keeps (允许离线), Chinese; null when it may. A lock that decides by
 * itself knows neither ticket nor phase, neither who is inside nor a second person: only the leg L8 asks for none of them
 * (§5.8), so whatever that leg refuses online is not given to a lock (R02, R04, R06, R07, R13, L5).
 */
export function standingGap(lock: StandingLock): string | null {
  const { lockCode, purpose } = lock
  if (!onPatrol.includes(purpose))
    return `锁具 ${lockCode} 是${labelOf('lo_lock_purpose', purpose)}，不得由锁自行判定开启，请取消“允许离线”`
  if (lock.ticketRequired)
    return `锁具 ${lockCode} 的类型须凭票开锁，长期授权不得由锁自行判定，请取消“允许离线”，开锁时凭工作票`
  if (lock.dualAuth === 2) return `锁具 ${lockCode} 的类型须双人开锁，锁不能自行核对第二人，请取消“允许离线”`
  if (lock.patrolOff) return '本单位未启用“巡检”通道，长期授权不能下发到锁，请取消“允许离线”'
  if (!lock.enabled) return `锁具 ${lockCode} 已停用，不能下发离线授权，请先启用锁具`
  if (!atHand.includes(lock.custody))
    return `锁具 ${lockCode} 处于${labelOf('lo_custody', lock.custody)}，不能下发离线授权，请先由保管人核对锁具状态`
  if (lock.frozen) return `锁具 ${lockCode} 已冻结，不能下发离线授权，请先解冻`
  return lock.heldBy.length === 0
    ? null
    : `锁具 ${lockCode} 正用于工作票 ${lock.heldBy.join('、')}，期间只凭工作票开启，请在作业结束后再下发离线授权`
}

/** What a lock cannot judge of a grant by itself, Chinese; null when it can judge all of it. */
export function unjudgedGap({
  phases,
  methods,
  weekPlan,
  validTo,
}: {
  phases: unknown
  methods: unknown
  weekPlan: unknown
  validTo: unknown
}): string | null {
  const isGiven = (value: unknown) => value !== null && value !== undefined && value !== ''
  const unknown = [
    [isGiven(phases), '有效阶段'],
    [isGiven(methods), '开锁方式'],
    [isGiven(weekPlan), '周期计划'],
  ]
    .filter(([given]) => given)
    .map(([, label]) => `“${String(label)}”`)
  if (unknown.length > 0)
    return `锁不能自行判定${unknown.join('、')}，请删去后再选“允许离线”，或取消“允许离线”由系统在线判定`
  return isGiven(validTo) ? null : '由锁自行判定的授权须有终止时间，请填写“有效期止”'
}
