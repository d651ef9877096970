import { z } from 'zod'
import type { Explained } from '@suoan/console-base/refusal/show-refusal.tsx'
import { RequestFailure, staleCode } from '@suoan/console-base/request/failure.ts'
import { ticketLook } from '../status/ticket-look.ts'
import { timelineWords } from '@suoan/domain/work-ticket'

const happened = z.object({ event: z.string(), transId: z.string(), actorName: z.string(), at: z.string() })
const answer = z.object({
  workStatus: z.number(),
  execPhase: z.number(),
  voidFlag: z.number().catch(0),
  since: z.array(happened).catch([]),
})

const unnamed = { points: [], people: [], locks: [] }

/**
 * What a ticket is now, and what happened to it since it was looked at, for who came second (LO-4090, 3-domain.md
 * §4.5.1). Null for any other failure.
 */
export function staleWords(error: unknown): Explained | null {
  if (!(error instanceof RequestFailure) || error.code !== staleCode) return null
  const { data } = answer.safeParse(error.envelope?.result)
  if (!data) return null
  return {
    title: `工作票现在是“${ticketLook(data).text}”，您的操作没有执行（LO-4090）`,
    said: [
      ...data.since.map(({ at, actorName, event, transId }) => {
        const { title } = timelineWords({ event, diff: null, hasMoved: transId !== 'ASK' }, unnamed)
        return `${at.slice(5, 16)} ${actorName}：${title}`
      }),
      '您填写的内容还在，请核对后决定是否仍要操作。',
    ],
  }
}
