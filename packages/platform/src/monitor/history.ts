import type { MonitorSample } from '@suoan/contract'

export const EVERY_SECONDS = 10
/** An hour. */
const MOST = 3_600 / EVERY_SECONDS

/** The samples of the last hour, oldest first. */
export interface History {
  add(sample: MonitorSample): void
  /** Those after a moment, epoch ms. */
  since(at: number): MonitorSample[]
}

export function createHistory(): History {
  const samples: MonitorSample[] = []
  return {
    add(sample) {
      samples.push(sample)
      if (samples.length > MOST) samples.shift()
    },
    since: (at) => samples.filter((sample) => sample.at > at),
  }
}
