import { warnStatus, type WarnStatus } from '../dictionaries/index.ts'
import { minute } from '../verdict/index.ts'
import { levelAt, warningRules, type WarnType } from './warning-rules.ts'

/** The same level is not told again inside this time (§5.10). */
const quietMs = 5 * minute

/** Nobody has acknowledged for this long: the next one of the duty roster is called too, with the repetition of level 3. */
export const callNextMs = quietMs

/** How long an acknowledgement keeps level 3 quiet while the lock stays open. [D] */
const acknowledgedForMs = 30 * minute

/** A live warning as rows keep it; times in epoch ms. */
export interface WarningState {
  warnType: WarnType
  /** The warning's own moment: levels count from here. */
  raisedAt: number
  status: WarnStatus
  /** 0 before anybody was told. */
  level: 0 | 1 | 2 | 3
  /** When and at which level people were told last. */
  notifiedAt: number | null
  notifiedLevel: 0 | 1 | 2 | 3
}

/** What a look at a warning means. */
export interface WarningStep {
  level: 1 | 2 | 3
  status: WarnStatus
  /** People of the level are to be told now. */
  notify: boolean
  /** When to look again; null when only a closing can change it. */
  nextAt: number | null
}

/** Not closed yet: the warning waits for people. */
export const isLive = (status: WarnStatus): boolean =>
  status === warnStatus.open || status === warnStatus.acknowledged || status === warnStatus.handling

/**
 * A live warning at a moment (§5.10). Levels only rise; a rise takes back that somebody acknowledged or handles it, for
 * that was of less. Level
 * 3 is told every five minutes until somebody acknowledges or handles it, and again from half an hour after it was told last: whoever took it on has
 * not shut the lock. Nothing else is told twice.
 */
export function warningAt(state: WarningState, at: number): WarningStep {
  const reached = levelAt(state.warnType, state.raisedAt, at)
  const first = warningRules.find((rule) => rule.warnType === state.warnType)?.levels[0]?.level ?? 3
  const level = Math.max(state.level, reached, first) as 1 | 2 | 3
  const rises = level > state.notifiedLevel
  const untold = state.notifiedAt === null ? null : at - state.notifiedAt
  const lapses = level === 3 && untold !== null && untold >= acknowledgedForMs
  const isTaken = state.status === warnStatus.acknowledged || state.status === warnStatus.handling
  const isTakenBack = (rises && isTaken) || (lapses && state.status === warnStatus.acknowledged)
  const status = isTakenBack ? warnStatus.open : state.status
  const isOpen = status === warnStatus.open
  const notify = rises || (level === 3 && (lapses || (isOpen && (untold ?? quietMs) >= quietMs)))
  const notifiedAt = notify ? at : state.notifiedAt
  const next = [
    nextRise(state.warnType, state.raisedAt, at),
    level === 3 && notifiedAt !== null ? notifiedAt + (isOpen ? quietMs : acknowledgedForMs) : null,
  ]
  const times = next.filter((time) => time !== null)
  return { level, status, notify, nextAt: times.length === 0 ? null : Math.min(...times) }
}

function nextRise(warnType: WarnType, raisedAt: number, at: number): number | null {
  const rule = warningRules.find((each) => each.warnType === warnType)
  const times = (rule?.levels ?? []).map(({ afterMin }) => raisedAt + afterMin * minute)
  return times.find((time) => time > at) ?? null
}

/** Acknowledging stops repeats and closes nothing (§5.10); a warning that is over stays as it is. */
export function acknowledged(status: WarnStatus): WarnStatus | null {
  return status === warnStatus.open ? warnStatus.acknowledged : null
}

/** Two-person decisions: the second person agrees within ten minutes of the first (as G23). */
export const secondPersonMs = 10 * minute

export interface TwoPersonAsk {
  kind: 'adminClose' | 'falseAlarm'
  by: string
  at: number
  /** The first may name his second. */
  second: string | null
}

export type TwoPersonAnswer = { do: 'ask' } | { do: 'confirm' } | { do: 'refuse'; text: string }

/**
 * What a person's word means for closing a warning without a CLOSE (§5.10): the first asks, another one confirms. Nobody decides
 * about an opening of his own.
 */
export function twoPersonClose(
  pending: TwoPersonAsk | null,
  asked: { kind: TwoPersonAsk['kind']; by: string; at: number; hasPhoto: boolean; openUserId: string | null },
): TwoPersonAnswer {
  if (asked.by === asked.openUserId)
    return { do: 'refuse', text: '开锁人本人不能关闭自己的未关锁警告，请由另外两名人员办理' }
  const isLiveAsk = pending !== null && pending.kind === asked.kind && asked.at - pending.at <= secondPersonMs
  if (!isLiveAsk || pending.by === asked.by) {
    if (!asked.hasPhoto) return { do: 'refuse', text: '请先拍摄现场照片' }
    return { do: 'ask' }
  }
  if (pending.second !== null && pending.second !== asked.by)
    return { do: 'refuse', text: '第一人指定了另一名人员确认，请由被指定人办理' }
  return { do: 'confirm' }
}
