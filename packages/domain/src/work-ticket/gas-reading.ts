import { gasPapersGap, gasPasses, gasSampleGap, type GasLimits, type GasSample } from './gas.ts'

/** A reading that a detector sent by itself. */
export interface GasReading extends GasSample {
  /** Can its time be relied on: the clock is trusted, and this time was believed? */
  readonly timeTrusted: boolean
  /** Read out of the detector's log later. */
  readonly historical: boolean
}

/**
 * What a reading means for a ticket (G14): `fail` stops the work whatever its papers, `pass` counts as a sample, `unproven`
 * would pass and may not be relied on, `unknown` has no limits to be compared with. `doubt` is for people, in Chinese.
 */
export interface ReadingVerdict {
  readonly kind: 'pass' | 'fail' | 'unproven' | 'unknown'
  readonly doubt: string | null
}

/** Judges a detector's reading by the plant's limits; `now` epoch ms. Without limits (`null`) nothing is said of it. */
export function judgeReading(
  reading: GasReading,
  standard: (GasLimits & { readonly unit: string }) | null,
  now: number,
): ReadingVerdict {
  if (standard === null) return { kind: 'unknown', doubt: '没有合格标准，无法判定' }
  // Nobody knows what a number in another unit, or below zero, says of the air.
  const gap = gasSampleGap(reading, standard)
  if (gap !== null) return { kind: 'fail', doubt: gap }
  const doubt = gasPapersGap(reading, now)
  if (!gasPasses(reading.value, standard)) return { kind: 'fail', doubt }
  if (!reading.timeTrusted) return { kind: 'unproven', doubt: '检测仪时钟不可信，不能用于合格判定' }
  if (reading.historical) return { kind: 'unproven', doubt: '补传的历史读数，不能用于合格判定' }
  return doubt === null ? { kind: 'pass', doubt } : { kind: 'unproven', doubt }
}
