/** A size in bytes as people read it. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? ''}`
}

/** A length of time in seconds as people read it. */
export function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} 秒`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分 ${Math.floor(seconds % 60)} 秒`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时 ${Math.floor((seconds % 3600) / 60)} 分`
  return `${Math.floor(seconds / 86_400)} 天 ${Math.floor((seconds % 86_400) / 3600)} 小时`
}

/** A short length of time in milliseconds as people read it, in the few letters that stand beside a chart. */
export const delayText = (ms: number): string =>
  ms >= 1000 ? `${(ms / 1000).toFixed(1)} 秒` : `${ms.toFixed(ms >= 10 ? 0 : 1)} ms`

export const countText = (count: number): string => count.toLocaleString('en')

/** Where lines across a chart stand: at nothing, half and the whole; of counts at whole numbers alone. */
export function ticksOf(most: number, isCount: boolean): readonly number[] {
  if (!isCount) return [0, most / 2, most]
  const top = Math.ceil(most)
  return top === 1 ? [0, 1] : [0, Math.ceil(top / 2), Math.ceil(top / 2) * 2]
}
