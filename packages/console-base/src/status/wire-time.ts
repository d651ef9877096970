import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'

/** Epoch ms of a wire time (`YYYY-MM-DD HH:mm:ss`, Asia/Shanghai); null when there is none or it is not one. */
export function parseWireTime(value: unknown): number | null {
  if (typeof value !== 'string' || value === '') return null
  const at = shanghaiMoment(value.slice(0, 19))
  return Number.isNaN(at) ? null : at
}

/** A wire time of an instant, as people in the plant read it. */
export const wireTimeOf = shanghaiTime

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A length of time in words, at most two units: `3 天 2 小时`, `2 小时 5 分钟`, `40 秒`. */
export function durationText(ms: number): string {
  const abs = Math.abs(ms)
  if (abs < minute) return `${Math.max(0, Math.floor(abs / 1000))} 秒`
  if (abs < hour) return `${Math.floor(abs / minute)} 分钟`
  const [big, small, bigName, smallName] =
    abs < day ? ([hour, minute, '小时', '分钟'] as const) : ([day, hour, '天', '小时'] as const)
  const rest = Math.floor((abs % big) / small)
  return `${Math.floor(abs / big)} ${bigName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`
}

/** How long ago something was said: `12 分钟前`, `刚刚`; a clock that is ahead says so. */
export function ageText(at: number, now: number): string {
  const age = now - at
  if (age < -minute) return `${durationText(age)}后`
  return age < 10_000 ? '刚刚' : `${durationText(age)}前`
}
