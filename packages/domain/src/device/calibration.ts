/** What is said of the calibration of a detector: days as `YYYY-MM-DD`, null or '' = not said. */
export interface Calibration {
  readonly calibValidTo?: string | null | undefined
  readonly calibDate?: string | null | undefined
  readonly calibCertNo?: string | null | undefined
}

/**
 * Why the calibration may not be said to last longer than before, Chinese; null when it may, or lasts no longer. A longer
 * term rests on a new calibration with a date and a certificate, for at most a year (JJG 365, JJG 693, JJG 695, JJG 915).
 * `today` is the day in Shanghai.
 */
export function calibrationGap(before: Calibration, after: Calibration, today: string): string | null {
  const [until, date, certNo] = [
    after.calibValidTo ?? '',
    after.calibDate ?? '',
    (after.calibCertNo ?? '').trim(),
  ]
  if (until === '' || until <= (before.calibValidTo ?? '')) return null
  if (date === '') return '延长检定有效期须填写本次的检定日期'
  if (certNo === '') return '延长检定有效期须填写本次的检定证书编号'
  if (date > today) return '检定日期不能晚于今天'
  if (date <= (before.calibDate ?? '')) return `检定日期须晚于上次的 ${before.calibDate}`
  if (certNo === (before.calibCertNo ?? '').trim()) return '检定证书编号与上次相同，请填写本次的证书编号'
  return until > aYearAfter(date) ? '检定有效期最长为检定日期起一年' : null
}

const aYearAfter = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
