/** The greeting of an hour of the day, 0…23 (1-shell.md §2.6). */
export function greetingAt(hour: number): string {
  if (hour < 9) return '早上好'
  if (hour <= 11) return '上午好'
  if (hour <= 13) return '中午好'
  if (hour < 20) return '下午好'
  return '晚上好'
}
