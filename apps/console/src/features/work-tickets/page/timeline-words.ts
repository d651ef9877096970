import type { TicketDetail } from '@suoan/contract'
import { z } from 'zod'
import { eventTexts } from './event-texts.ts'

type Row = Readonly<Record<string, unknown>>

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
    pointDesc: text,
    gasCode: text,
    value: text,
    unit: text,
    fromName: text,
    toName: text,
    newEnd: text,
    deadline: text,
    group: text,
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
  row: Row,
  detail: Pick<TicketDetail, 'points' | 'people' | 'locks'>,
): { title: string; about: string } {
  const event = String(row['event'] ?? '')
  const diff = said.catch({}).parse(row['diff'] ?? {})
  const find = (rows: readonly Row[], key: string, value: string | undefined, ...names: string[]) => {
    const found = value ? rows.find((each) => each[key] === value) : undefined
    return names.flatMap((name) => (found?.[name] ? [String(found[name])] : [])).join(' ')
  }
  const people = [...(diff.personIds ?? []), ...(diff.personId ? [diff.personId] : [])]
  const about = [
    find(detail.points, 'pointId', diff.pointId, 'pointCode', 'pointName'),
    find(detail.locks, 'lockId', diff.lockId, 'lockCode'),
    people.map((id) => find(detail.people, 'id', id, 'name')).join('、'),
    diff.gasCode
      ? `${diff.pointDesc ?? ''} ${diff.gasCode} ${diff.value ?? ''} ${diff.unit ?? ''}`.trim()
      : '',
    (diff.pointIds ?? []).map((id) => find(detail.points, 'pointId', id, 'pointCode')).join('、'),
    diff.group ? `第 ${diff.group} 组` : '',
    diff.fromName ? `${diff.fromName} → ${diff.toName ?? ''}` : '',
    diff.newEnd ? `至 ${diff.newEnd}` : '',
    diff.deadline ? `至 ${diff.deadline}` : '',
    diff.opinion ?? '',
    diff.reason ?? '',
  ]
  return { title: titleOf(row, event, diff), about: about.filter(Boolean).join(' · ') }
}

function titleOf(row: Row, event: string, diff: z.infer<typeof said>): string {
  if (event === 'note') return eventTexts[diff.note || (diff.gasCode ? 'gasAdd' : '')] ?? '现场登记'
  const hasMoved = row['fromStatus'] !== row['toStatus'] || row['fromPhase'] !== row['toPhase']
  const request = requests[event]
  if (!request || hasMoved) return eventTexts[event] ?? event
  // The leader's signature carries his conclusion; the territory's does not.
  const isAcceptance = event === 'finish' && !Object.hasOwn(Object(row['diff'] ?? {}), 'closeResult')
  return isAcceptance ? '属地验收' : request
}
