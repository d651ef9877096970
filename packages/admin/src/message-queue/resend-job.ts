import { messageState } from '@suoan/contract'
import { sql } from 'kysely'
import type { Job } from '@suoan/platform/jobs'
import { z } from 'zod'

const dayMs = 86_400_000

const parameters = z.object({
  deadWithinHours: z
    .number()
    .int()
    .min(0)
    .max(720)
    .default(0)
    .describe('多少小时内的死信重新发送；0 = 不重发，只由人工重发'),
  keepDays: z.number().int().min(7).max(3_650).default(180).describe('已了结的消息保留多少天'),
})

/** 消息补发: dead letters once more where it is asked for, and what is settled for long is removed. */
export const resendJob: Job<typeof parameters> = {
  name: 'jobs.MessageResend',
  title: '消息补发与清理',
  description:
    '按参数把近期的死信重新排队，每条最多再试 6 次；删除早已送出、取消的消息。待发送和待重试的消息由系统自动发送，不需要此任务。',
  parameters,
  timeoutSeconds: 300,
  minIntervalSeconds: 60,
  schedule: { cron: '0 20 3 * * ?', misfire: 'once' },
  async run({ ctx, parameters: { deadWithinHours, keepDays } }) {
    const now = ctx.clock.now()
    const again =
      deadWithinHours === 0
        ? []
        : (
            await sql`update sys_sms set state = ${messageState.waiting}, es_send_num = 0, es_result = null,
                next_time = ${new Date(now)}
              where state = ${messageState.dead} and create_time > ${new Date(now - deadWithinHours * 3_600_000)}
              returning id`.execute(ctx.db)
          ).rows
    const gone = await sql`delete from sys_sms
      where next_time is null and create_time < ${new Date(now - keepDays * dayMs)}`.execute(ctx.db)
    if (again.length > 0) ctx.broadcasts.emit('messages.queued', {})
    return `重新排队死信 ${again.length} 条，清理 ${Number(gone.numAffectedRows ?? 0n)} 条`
  },
}
