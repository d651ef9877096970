import { wireTimeOf } from './wire-time.ts'

/** `2026年11月27日 15时40分02秒`, in the time of the plant, as lists and logs write it. */
export function spokenTime(at: number): string {
  const [date = '', time = ''] = wireTimeOf(at).split(' ')
  const [year, month, day] = date.split('-')
  const [hours, minutes, seconds] = time.split(':')
  return `${year}年${month}月${day}日 ${hours}时${minutes}分${seconds}秒`
}
