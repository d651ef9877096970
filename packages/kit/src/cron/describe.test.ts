import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CronError, describeCron } from './index.ts'
import { expressions } from './testing/expressions.ts'

it.each([
  ['0 0 3 * * ?', '每天 03:00:00 执行'],
  ['* * * * * ? *', '每天，每秒执行'],
  ['0 * * * * ?', '每天，每分钟执行'],
  ['15 * * * * ?', '每天，每分钟，第 15 秒执行'],
  ['0 0 * * * ?', '每天，每小时第 0 分执行'],
  ['0 0/5 8-18 ? * MON-FRI', '每周一到周五，8 时到 18 时，从第 0 分起每 5 分钟执行'],
  ['0 */10 9 * * ?', '每天，9 时，每 10 分钟执行'],
  ['0 15 10 LW * ?', '每月的最后一个工作日 10:15:00 执行'],
  ['0 0 0,12 L-3 1,6 ? 2027', '2027 年的 1 月、6 月的最后一天之前 3 天 00:00:00、12:00:00 执行'],
  ['0 0 12 ? * 6#3', '每月的第三个周五 12:00:00 执行'],
  ['0 0 12 ? * 6L', '每月的最后一个周五 12:00:00 执行'],
  ['0 0 12 15W 3/2 ?', '每年从 3 月起每 2 个月的离 15 日最近的工作日 12:00:00 执行'],
  ['0 0 12 ? * 2/2', '每周一、周三、周五 12:00:00 执行'],
  ['0 0 12 1-5,10/5 * ? 2027-2030', '2027 年到 2030 年每月的 1 日到 5 日、从 10 日起每 5 天 12:00:00 执行'],
])('%s: %s', (expression, sentence) => expect(describeCron(expression)).toBe(sentence))

it('every expression has a sentence without a gap', () => {
  fc.assert(
    fc.property(expressions, ({ text }) => {
      try {
        expect(describeCron(text)).toMatch(/^[每从\d].*执行$/)
        expect(describeCron(text)).not.toMatch(/undefined|null|，，|的的|、、|  /)
      } catch (error) {
        if (!(error instanceof CronError)) throw error
      }
    }),
  )
})
