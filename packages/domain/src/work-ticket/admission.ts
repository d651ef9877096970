import type { RoleTag } from '../dictionaries/index.ts'
import { dateTimeText } from '../verdict/index.ts'

/** A stretch of time a day pass opens the gate for, epoch ms; passes that were revoked are not listed. */
export interface PassFact {
  readonly from: number
  readonly to: number
}

/** The pass whose code was read, whatever has become of it. */
export interface ShownPass extends PassFact {
  /** Why it was revoked; null = it was not. */
  readonly revoked: string | null
}

/**
 * What a badge is read for: to go in or hang a lock (T26, T28), to take a lock off (T42), or to say that its holder has
 * left (T29).
 */
export type BadgeUse = 'in' | 'lockOff' | 'out'

/** What the register says of a person without an account (`lo_external_person`, `lo_day_pass`; G03, G13). */
export interface ExternalFact {
  /** False: a name on the ticket and nothing behind it. Nobody knows who that is. */
  readonly registered: boolean
  /** Why he may not enter the plant; null = not on the blacklist. */
  readonly blacklisted: string | null
  readonly enabled: boolean
  /** Admission, epoch ms; null = never admitted. The last day counts whole. */
  readonly admitFrom: number | null
  readonly admitTo: number | null
  readonly passes: readonly PassFact[]
}

/** A name without a register entry. */
export const unregistered: ExternalFact = {
  registered: false,
  blacklisted: null,
  enabled: false,
  admitFrom: null,
  admitTo: null,
  passes: [],
}

/** Why he may not come into the plant at all, whatever the day; null = nothing stands against it. */
export function barredGap(external: ExternalFact | null): string | null {
  if (external === null) return null
  if (!external.registered) return '未登记，请先在外来人员中登记此人'
  if (external.blacklisted !== null) return `已列入黑名单（${external.blacklisted || '未写原因'}）`
  return external.enabled ? null : '的外来人员登记已停用'
}

/**
 * G13: why a person without an account may not be inside at this moment, or null. People with an account (`external`
 * null) are admitted by their account.
 */
export function admissionGap(external: ExternalFact | null, now: number): string | null {
  if (external === null) return null
  const bar = barredGap(external)
  if (bar !== null) return bar
  if (external.admitFrom === null || external.admitTo === null) return '没有入场许可'
  if (now < external.admitFrom || now >= external.admitTo) return '不在入场许可有效期内'
  if (external.passes.some((pass) => pass.from <= now && now < pass.to)) return null
  const last = Math.max(...external.passes.map((pass) => pass.to))
  return external.passes.length > 0 && last <= now
    ? `当日通行证已于 ${dateTimeText(last)} 到期`
    : '没有有效的当日通行证'
}

/** Why somebody with an account may not be inside whatever his papers: it is frozen or gone; null = it is in order. */
export function accountGap({
  status,
  delFlag,
}: {
  status: number | null
  delFlag: number | null
}): string | null {
  if (status === null || delFlag !== 0) return '账号已删除'
  return status === 1 ? null : '账号已冻结'
}

/**
 * Why this very pass does not prove who shows it, or null (decision 0535). Whether its holder has another good pass says
 * nothing: a revoked one may be in anybody's hand and proves nobody. One that ran out still is its holder's, so it takes
 * a lock off and says who leaves; it lets nobody in. `now` in epoch ms.
 */
export function shownPassGap(pass: ShownPass, use: BadgeUse, now: number): string | null {
  if (pass.revoked !== null) {
    const text = `这张通行码已作废（${pass.revoked || '未写原因'}）`
    if (use === 'out') return `${text}，请由监护人或工作负责人核对本人后登记离场`
    return use === 'in'
      ? `${text}，请核对持码人身份，到门岗重新签发后使用新码`
      : `${text}，请到门岗重新签发后使用新码；不能签发的，由区域负责人按紧急摘锁办理`
  }
  if (use !== 'in') return null
  if (now < pass.from) return `这张通行码 ${dateTimeText(pass.from)} 起生效，请使用当前有效的通行码`
  if (now >= pass.to) return `这张通行码已于 ${dateTimeText(pass.to)} 到期，请到门岗重新签发`
  return null
}

/**
 * G03: what is missing for the planned work, from `from` to `to`. Admission covers all of it; a day pass is made for a
 * day, so one that meets the plan is enough here, and the start and every entry ask for one that is valid then (G13).
 */
export function plannedAdmissionGaps(external: ExternalFact | null, from: number, to: number): string[] {
  if (external === null) return []
  const bar = barredGap(external)
  if (bar !== null) return [bar]
  const { admitFrom, admitTo, passes } = external
  return [
    admitFrom !== null && admitTo !== null && admitFrom <= from && admitTo >= to
      ? ''
      : '入场许可未覆盖计划时间',
    passes.some((pass) => pass.from < to && from < pass.to) ? '' : '没有计划时间内有效的当日通行证',
  ].filter((gap) => gap !== '')
}

/** Tags a person without an account may carry: every other acts in the system, by signing in. */
export const externalTags: readonly RoleTag[] = ['WORK', 'CONTR', 'VIEW']
