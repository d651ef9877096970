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

/** What is wrong with a sample before it is stored (G14; Chinese), null when it may be; times in epoch ms. */
export function gasSampleGap(
  sample: { value: number; unit: string; sampleTime: number; calibValidTo: number },
  standard: { unit: string },
  now: number,
): string | null {
  if (!Number.isFinite(sample.value)) return '检测数值须为数字'
  if (sample.value < 0) return '检测数值不能为负'
  if (sample.unit !== standard.unit) return `单位须为 ${standard.unit}`
  if (sample.sampleTime > now + minute) return '取样时间不能晚于当前时间'
  return sample.calibValidTo < sample.sampleTime ? '检测仪已过检定有效期，不能用于合格判定' : null
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
