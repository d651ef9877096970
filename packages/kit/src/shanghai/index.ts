/** Asia/Shanghai is UTC+8 all year: it has no summer time. */
const offset = 8 * 3_600_000

/** A moment (epoch ms) as it is written in Shanghai: `2026-12-01 09:00:00`. */
export function shanghaiTime(at: number): string {
  return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
}

/** Epoch ms of `2026-12-01 09:00:00` in Shanghai, of `2026-12-01` its first moment; NaN for what is no time. */
export function shanghaiMoment(text: string): number {
  return Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}+08:00`)
}
