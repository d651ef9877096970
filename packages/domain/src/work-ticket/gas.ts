import { minute } from '../verdict/index.ts'
import type { TicketFacts } from './facts.ts'

/** Limits of `lo_gas_std`; null = no limit on that side. Both ends belong to the range. */
export interface GasLimits {
  limitMin: number | null
  limitMax: number | null
}

/** Does a reading pass? Compared as measured, never rounded: `21.0001` fails a limit of `21` (§9.1). */
export function gasPasses(value: number, { limitMin, limitMax }: GasLimits): boolean {
  if (!Number.isFinite(value) || value < 0) return false
  return (limitMin === null || value >= limitMin) && (limitMax === null || value <= limitMax)
}

/** Types of work whose place is tested whatever the policy says: hot work and confined spaces (GB 30871). */
const alwaysTested: readonly string[] = ['01', '02']
/** `lo_area.area_type` of a confined space. */
const confinedSpace = '7'

/** Where a ticket's work is done, and what its policy asks (`lo_gas_required`). */
export interface GasPlace {
  readonly workType: string | null
  readonly areaType: string | null
  readonly exZone: string | null
  readonly byPolicy: number
}

/**
 * Is gas to be tested (G14, R10)? Hot work and a confined space always (GB 30871), whatever the policy row says; an
 * explosive zone where the row leaves it to the place.
 */
export function gasIsRequired({ workType, areaType, exZone, byPolicy }: GasPlace): boolean {
  if (byPolicy === 1 || alwaysTested.includes(workType ?? '') || areaType === confinedSpace) return true
  return byPolicy === 2 && (exZone ?? 'N') !== 'N'
}

/** A sample as it is handed in; times in epoch ms. */
export interface GasSample {
  readonly value: number
  readonly unit: string
  readonly sampleTime: number
  /** End of the detector's calibration; null when the detector is unknown or has none. */
  readonly calibValidTo: number | null
}

/** Why a sample cannot be compared with the standard (Chinese), null when it can. */
export function gasSampleGap({ value, unit }: GasSample, standard: { unit: string }): string | null {
  if (!Number.isFinite(value)) return '检测数值须为数字'
  if (value < 0) return '检测数值不能为负'
  return unit === standard.unit ? null : `单位须为 ${standard.unit}`
}

/**
 * What is not in order with the papers of a sample (G14; Chinese), null when all is. It refuses a passing sample; a
 * failing one is taken all the same and stops the work: nobody stays in bad air for the sake of a form.
 */
export function gasPapersGap({ sampleTime, calibValidTo }: GasSample, now: number): string | null {
  if (sampleTime > now + minute) return '取样时间不能晚于当前时间'
  if (calibValidTo === null) return '检测仪不存在或没有检定有效期'
  return calibValidTo < sampleTime ? '检测仪已过检定有效期，不能用于合格判定' : null
}

/** Is the newest reading of any gas at any place a failing one? */
export function failingNow(tests: TicketFacts['gas']['tests']): boolean {
  const newest = new Map<string, TicketFacts['gas']['tests'][number]>()
  for (const test of tests) {
    const key = `${test.gasCode}\n${test.position}`
    const known = newest.get(key)
    if (known === undefined || test.sampleTime >= known.sampleTime) newest.set(key, test)
  }
  return [...newest.values()].some((test) => !test.pass)
}
