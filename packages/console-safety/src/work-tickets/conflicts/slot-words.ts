import type { SimopsSlot } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'

/** `移到 11-28 20:00 后（至 11-29 04:00）`, the day only where it is another one at the end. */
export function slotWords({ start, end }: Pick<SimopsSlot, 'start' | 'end'>): string {
  const from = shanghaiTime(start).slice(5, 16)
  const to = shanghaiTime(end).slice(5, 16)
  return `移到 ${from} 后（至 ${to.slice(0, 5) === from.slice(0, 5) ? to.slice(6) : to}）`
}
