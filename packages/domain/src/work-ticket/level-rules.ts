import { shanghaiMoment } from '@suoan/kit/shanghai'
import { labelOf } from '../dictionaries/index.ts'
import { day, minute } from '../verdict/index.ts'
import { gradedKindsOf, scaleOf, type KindOfWork } from './base-types.ts'
import { raisesLevel } from './core-fields.ts'
import { daysOf, restDayName } from './rest-days.ts'

/**
 * `LoWorkType.upgradeRule` of one level: the level (`lo_work_level`) to which each circumstance raises it. Where the row
 * says nothing of a circumstance, it does not raise.
 */
export interface UpgradeRule {
  readonly night?: string | undefined
  readonly holiday?: string | undefined
  /** Other approved or running work in the same place at the same time. */
  readonly overlap?: string | undefined
  /** By `lo_fire_zone` of the area. */
  readonly fireZone?: Readonly<Record<string, string>> | undefined
  /** `HH:mm`; the night of the rule lies around the one of `nightHours`, never inside it. */
  readonly nightFrom?: string | undefined
  readonly nightTo?: string | undefined
  /** Days of the plant's own that count as holidays, `YYYY-MM-DD`. */
  readonly holidays?: readonly string[] | undefined
}

/** A live ticket in the same place at the same time. */
export interface TicketBeside extends Window {
  readonly no: string
  readonly workLevel: string
  readonly base: string
  readonly fireZones: readonly string[]
  readonly earlyMin: number
  readonly rules: LevelFact['rules']
}

/** What decides on the level of a ticket, beside its type and window (3-domain.md §3.4 upgradeRule). */
export interface LevelFact {
  /** The level that was chosen for the work itself. */
  base: string
  /** `lo_fire_zone` of the area (where it says none, of the nearest one above that does) and of every area inside it. */
  fireZones: readonly string[]
  /** Numbers of the live tickets in the same place whose window overlaps. */
  overlapping: readonly string[]
  /** The same tickets with what decides on theirs: this one is other work beside each of them. */
  beside: readonly TicketBeside[]
  /** How long before its plan the work may begin (`LoWorkType.earlyMin`), minutes: those hours count as well. */
  earlyMin: number
  /** The rules of each level, of the kinds that the ticket's level grades (`gradedKindsOf`). */
  rules: Readonly<Record<string, readonly UpgradeRule[]>>
}

export interface DecidedLevel {
  readonly level: string
  /** Chinese, one for each circumstance that raised it; empty when the level is as chosen. */
  readonly reasons: readonly string[]
}

/** Night, unless a rule makes it longer. [D] */
const nightHours = { from: '22:00', to: '06:00' } as const

const hotWork = '01'
/** 火灾爆炸危险场所 */
const hazardousPlace = '3'
const oneUp: Readonly<Record<string, string>> = { '4': '3', '3': '2', '2': '1', '1': '0' }

/** Hot work is raised at night and on holidays, and in a hazardous place is of the first level at least (GB 30871), whatever the row says. */
function builtIn(work: KindOfWork, level: string): UpgradeRule {
  const up = oneUp[level]
  if (!gradedKindsOf(work).includes(hotWork) || up === undefined) return {}
  return {
    night: up,
    holiday: up,
    ...(raisesLevel(hotWork, level, '1') ? { fireZone: { [hazardousPlace]: '1' } } : {}),
  }
}

const stricterOf =
  (scale: string) =>
  (a: string, b: string | undefined): string =>
    b !== undefined && raisesLevel(scale, a, b) ? b : a
const name = (level: string): string => labelOf('lo_work_level', level)

interface Window extends KindOfWork {
  readonly planStart: number
  readonly planEnd: number
}

/**
 * The level at which work must be done: first the place decides on the level of the work itself, then night, holiday and
 * overlapping work raise that one, once for all of them. The same facts always give the same level, however often
 * it is asked.
 */
export function decideLevel(
  planned: Window,
  { base, fireZones, overlapping, earlyMin, rules }: Omit<LevelFact, 'beside'>,
): DecidedLevel {
  const work = { ...planned, planStart: planned.planStart - earlyMin * minute }
  const stricter = stricterOf(scaleOf(work))
  const ofPlace = ruleOf(work, base, rules)
  const byZone = fireZones.map((zone) => ({
    zone,
    to: ofPlace.flatMap((rule) => rule.fireZone?.[zone] ?? []).reduce(stricter, base),
  }))
  const level = byZone.map(({ to }) => to).reduce(stricter, base)
  const raising = byZone.find(({ to }) => to === level)
  const placed =
    level === base || raising === undefined
      ? []
      : [`${labelOf('lo_fire_zone', raising.zone)}，由${name(base)}升为${name(level)}`]
  const ofLevel = ruleOf(work, level, rules)
  const night = firstOf(ofLevel, 'night', level, stricter)
  const holiday = firstOf(ofLevel, 'holiday', level, stricter)
  const overlap = firstOf(ofLevel, 'overlap', level, stricter)
  const rest = restDays(work, ofLevel)
  const raisedBy: [string, string][] = [
    ...(night !== null && touchesNight(work, ofLevel) ? [['夜间作业', night] as [string, string]] : []),
    ...(holiday !== null && rest.length > 0
      ? [[`节假日作业（${rest.join('、')}）`, holiday] as [string, string]]
      : []),
    ...(overlap !== null && overlapping.length > 0
      ? [[`同一地点有其他作业（${overlapping.join('、')}）`, overlap] as [string, string]]
      : []),
  ]
  return {
    level: raisedBy.map(([, to]) => to).reduce(stricter, level),
    reasons: [...placed, ...raisedBy.map(([why, to]) => `${why}，由${name(level)}升为${name(to)}`)],
  }
}

/**
 * Live tickets whose level this ticket would raise by standing beside them: they were approved for less, and nobody
 * approves them again while they run (decision 0562).
 */
export function leftBehind(
  { beside }: Pick<LevelFact, 'beside'>,
  own: string,
): { no: string; must: string }[] {
  return beside.flatMap((ticket) => {
    const { no, workLevel } = ticket
    const scale = scaleOf(ticket)
    const alone = decideLevel(ticket, { ...ticket, overlapping: [] }).level
    const must = decideLevel(ticket, { ...ticket, overlapping: [own] }).level
    return raisesLevel(scale, workLevel, must) && raisesLevel(scale, alone, must) ? [{ no, must }] : []
  })
}

/**
 * The level to begin from when an approver sets `edited`: a lower one than was chosen is his answer for the work, a higher one may
 * be what the rules ask for.
 */
export const baseAfterEdit = (kind: KindOfWork, base: string, edited: string): string =>
  raisesLevel(scaleOf(kind), base, edited) ? base : edited

const ruleOf = (work: KindOfWork, level: string, rules: LevelFact['rules']): UpgradeRule[] => [
  builtIn(work, level),
  ...(rules[level] ?? []),
]

/** The strictest level that the rules give for a circumstance; null when none raises `level`. */
function firstOf(
  rules: readonly UpgradeRule[],
  what: 'night' | 'holiday' | 'overlap',
  level: string,
  stricter: (a: string, b: string | undefined) => string,
): string | null {
  const to = rules.map((rule) => rule[what]).reduce<string>(stricter, level)
  return to === level ? null : to
}

/** As many rest days as a reason names; the rest is 等. */
const namedDays = 3

const restDays = ({ planStart, planEnd }: Window, rules: readonly UpgradeRule[]): string[] => {
  const own = rules.flatMap((rule) => rule.holidays ?? [])
  const named: string[] = []
  for (const date of daysOf(planStart, planEnd)) {
    const rest = restDayName(date, own)
    if (rest === null) continue
    if (named.length === namedDays) return [...named, '等']
    named.push(`${date.slice(5)} ${rest}`)
  }
  return named
}

/** Does the window (half-open) reach into a night? A night belongs to two days. */
function touchesNight({ planStart, planEnd }: Window, rules: readonly UpgradeRule[]): boolean {
  const from = rules.map((rule) => rule.nightFrom ?? nightHours.from).toSorted()[0] ?? nightHours.from
  const to =
    rules
      .map((rule) => rule.nightTo ?? nightHours.to)
      .toSorted()
      .at(-1) ?? nightHours.to
  for (const date of daysOf(planStart - day, planEnd)) {
    const begins = shanghaiMoment(`${date} ${earlier(from)}:00`)
    const ends = shanghaiMoment(`${date} ${later(to)}:00`) + day
    if (planStart < ends && planEnd > begins) return true
  }
  return false
}

const earlier = (time: string): string => (time < nightHours.from ? time : nightHours.from)
const later = (time: string): string => (time > nightHours.to ? time : nightHours.to)
