import type { TicketTrace } from '@suoan/contract'
import { z } from 'zod'
import { eventTexts } from './event-texts.ts'

type Trace = Pick<TicketTrace, 'event' | 'diff' | 'hasMoved'>

/** What the points, people and locks of a ticket are called. */
export interface TimelineNames {
  readonly points: readonly {
    readonly pointId: string
    readonly pointCode: string
    readonly pointName: string
  }[]
  readonly people: readonly { readonly id: string; readonly name: string | null }[]
  readonly locks: readonly { readonly lockId: string; readonly lockCode: string }[]
}

const text = z.union([z.string(), z.number().transform(String)]).catch('')
const said = z
  .object({
    note: text,
    pointId: text,
    personId: text,
    personIds: z.array(z.string()).catch([]),
    lockId: text,
    opinion: text,
    reason: text,
    evidence: text,
    pointDesc: text,
    gasCode: text,
    value: text,
    unit: text,
    fromName: text,
    toName: text,
    newEnd: text,
    deadline: text,
    group: text,
    closeResult: text,
    pointIds: z.array(z.string()).catch([]),
  })
  .partial()

/** Signatures of several people end in one event; until the last one nothing has moved (3-domain.md T27, T33, T44). */
const requests: Readonly<Record<string, string>> = {
  start: '申请开工',
  resume: '申请恢复作业',
  finish: '申请完工',
  closeExpired: '申请收尾',
  testBegin: '申请试运行',
  groupRelease: '申请部分解除',
}

/** What one row of the timeline says: what was done, and to what. */
export function timelineWords(
  { event, diff, hasMoved }: Trace,
  { points, people, locks }: TimelineNames,
): { title: string; about: string } {
  const words = said.catch({}).parse(diff ?? {})
  const point = points.find((each) => each.pointId === words.pointId)
  const personIds = [...(words.personIds ?? []), ...(words.personId ? [words.personId] : [])]
  const about = [
    point ? `${point.pointCode} ${point.pointName}` : '',
    locks.find((each) => each.lockId === words.lockId)?.lockCode,
    personIds.map((id) => people.find((each) => each.id === id)?.name ?? '').join('、'),
    words.gasCode
      ? `${words.pointDesc ?? ''} ${words.gasCode} ${words.value ?? ''} ${words.unit ?? ''}`.trim()
      : '',
    (words.pointIds ?? [])
      .map((id) => points.find((each) => each.pointId === id)?.pointCode ?? '')
      .join('、'),
    words.group ? `第 ${words.group} 组` : '',
    words.fromName ? `${words.fromName} → ${words.toName ?? ''}` : '',
    words.newEnd ? `至 ${words.newEnd}` : '',
    words.deadline ? `至 ${words.deadline}` : '',
    words.opinion,
    words.reason,
    words.evidence,
  ]
  return { title: titleOf(event ?? '', hasMoved, words), about: about.filter(Boolean).join(' · ') }
}

function titleOf(event: string, hasMoved: boolean, words: z.infer<typeof said>): string {
  if (event === 'note') return eventTexts[words.note || (words.gasCode ? 'gasAdd' : '')] ?? '现场登记'
  const request = requests[event]
  if (!request || hasMoved) return eventTexts[event] ?? event
  // The leader's signature carries his conclusion; the territory's does not.
  return event === 'finish' && !words.closeResult ? '属地验收' : request
}
