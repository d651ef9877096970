import { eventTexts } from './event-texts.ts'

/** What is needed of a row of the timeline: its event, what the event said, and whether the state changed. */
export interface TimelineTrace {
  readonly event: string | null
  readonly diff: unknown
  readonly hasMoved: boolean
}

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

/** What an event said, read leniently: rows of every version are shown. */
interface Said {
  /** A text, or a figure as text; '' where there is none. */
  readonly text: (key: string) => string
  readonly list: (key: string) => string[]
}

function readSaid(diff: unknown): Said {
  const member = (key: string): unknown =>
    typeof diff === 'object' && diff !== null && !Array.isArray(diff) ? Reflect.get(diff, key) : undefined
  return {
    text: (key) => {
      const value = member(key)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    list: (key) => {
      const value = member(key)
      return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
    },
  }
}

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
  { event, diff, hasMoved }: TimelineTrace,
  { points, people, locks }: TimelineNames,
): { title: string; about: string } {
  const { text, list } = readSaid(diff)
  const point = points.find((each) => each.pointId === text('pointId'))
  const personIds = [...list('personIds'), ...(text('personId') ? [text('personId')] : [])]
  const about = [
    point ? `${point.pointCode} ${point.pointName}` : '',
    locks.find((each) => each.lockId === text('lockId'))?.lockCode,
    personIds.map((id) => people.find((each) => each.id === id)?.name ?? '').join('、'),
    text('gasCode') ? `${text('pointDesc')} ${text('gasCode')} ${text('value')} ${text('unit')}`.trim() : '',
    list('pointIds')
      .map((id) => points.find((each) => each.pointId === id)?.pointCode ?? '')
      .join('、'),
    text('group') ? `第 ${text('group')} 组` : '',
    text('fromName') ? `${text('fromName')} → ${text('toName')}` : '',
    text('newEnd') ? `至 ${text('newEnd')}` : '',
    text('deadline') ? `至 ${text('deadline')}` : '',
    text('opinion'),
    text('reason'),
    text('evidence'),
    text('fileName'),
    text('question'),
    text('answer'),
  ]
  return { title: titleOf(event ?? '', hasMoved, text), about: about.filter(Boolean).join(' · ') }
}

function titleOf(event: string, hasMoved: boolean, text: Said['text']): string {
  if (event === 'note') return eventTexts[text('note') || (text('gasCode') ? 'gasAdd' : '')] ?? '现场登记'
  const request = requests[event]
  if (!request || hasMoved) return eventTexts[event] ?? event
  // The leader's signature carries his conclusion; the territory's does not.
  return event === 'finish' && !text('closeResult') ? '属地验收' : request
}
