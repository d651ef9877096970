import type { Explained } from '@suoan/console-base/refusal/show-refusal.tsx'
import { RequestFailure, staleCode } from '@suoan/console-base/request/failure.ts'
import { ticketLook } from '../status/ticket-look.ts'
import { timelineWords } from '@suoan/domain/work-ticket'

/** A property of an answer, whatever that is. */
const partOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
const textsOf = (line: unknown, ...names: readonly string[]): string[] =>
  names.map((name) => partOf(line, name)).filter((each) => typeof each === 'string')

const unnamed = { points: [], people: [], locks: [] }

/**
 * What a ticket is now, and what happened to it since it was looked at, for who came second (LO-4090, 3-domain.md
 * §4.5.1). Null for any other failure. Read by hand: lists of tickets would load the library of shapes for this alone.
 */
export function staleWords(error: unknown): Explained | null {
  if (!(error instanceof RequestFailure) || error.code !== staleCode) return null
  const answer = error.envelope?.result
  const [workStatus, execPhase] = [partOf(answer, 'workStatus'), partOf(answer, 'execPhase')]
  if (typeof workStatus !== 'number' || typeof execPhase !== 'number') return null
  const [voided, since] = [partOf(answer, 'voidFlag'), partOf(answer, 'since')]
  const look = ticketLook({ workStatus, execPhase, voidFlag: typeof voided === 'number' ? voided : 0 })
  return {
    title: `工作票现在是“${look.text}”，您的操作没有执行（LO-4090）`,
    said: [
      ...(Array.isArray(since) ? since : []).flatMap(wordsOf),
      '您填写的内容还在，请核对后决定是否仍要操作。',
    ],
  }
}

/** What somebody did; nothing of a line that does not say it. */
function wordsOf(line: unknown): string[] {
  const [event, transId, actorName, at] = textsOf(line, 'event', 'transId', 'actorName', 'at')
  if (event === undefined || transId === undefined || actorName === undefined || at === undefined) return []
  const { title } = timelineWords({ event, diff: null, hasMoved: transId !== 'ASK' }, unnamed)
  return [`${at.slice(5, 16)} ${actorName}：${title}`]
}
