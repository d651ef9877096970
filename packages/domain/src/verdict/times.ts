import { shanghaiTime } from '@suoan/kit/shanghai'

/** Seconds, minutes, hours and days in milliseconds: every time in this package is epoch milliseconds. */
export const second = 1000
export const minute = 60_000
export const hour = 3_600_000
export const day = 24 * hour

/** `2026-12-01 09:10:00` in Asia/Shanghai, as texts and evidence show a moment. */
export const dateTimeText = shanghaiTime

/** `09:10` in Asia/Shanghai of a moment, epoch ms. */
export function clockText(at: number): string {
  return dateTimeText(at).slice(11, 16)
}

/** Whole minutes between two moments (epoch ms), rounded down, for texts such as `25>10 分钟`. */
export function minutesBetween(from: number, to: number): number {
  return Math.floor((to - from) / minute)
}
