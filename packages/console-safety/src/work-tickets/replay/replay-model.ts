import type { TicketReplay } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { sceneAt } from '@suoan/domain/replay'
import { timelineWords, type TimelineNames } from '@suoan/domain/work-ticket'
import { rowsOf } from './scene-rows.ts'

/** Something that happened, as the list beside the slider shows it. */
export interface Moment {
  readonly key: string
  readonly at: number
  readonly kind: 'event' | 'lock' | 'decision'
  readonly title: string
  readonly about: string
  readonly who: string
}

/** Everything that happened, oldest first: events of the ticket, reports of its locks, answers of the interlock. */
export function momentsOf(replay: TicketReplay): Moment[] {
  const last = sceneAt(replay, Number.MAX_SAFE_INTEGER)
  // Names as the log knew them at the end; every point, lock and person of the ticket is among them.
  const names: TimelineNames = {
    points: rowsOf.points(last),
    people: rowsOf.people(last),
    locks: rowsOf.locks(last),
  }
  const lockName = (lockId: string) => names.locks.find((each) => each.lockId === lockId)?.lockCode || lockId
  const events = replay.events.map((event): Moment => {
    const { title, about } = timelineWords(
      {
        event: event.event,
        diff: event.said,
        hasMoved: event.fromStatus !== event.toStatus || event.fromPhase !== event.toPhase,
      },
      names,
    )
    return { key: `e${event.seq}`, at: event.at, kind: 'event', title, about, who: event.actorName ?? '' }
  })
  const locks = replay.lockEvents
    .filter((each) => each.at >= replay.from)
    .map((each, index): Moment => ({
      key: `l${index}`,
      at: each.at,
      kind: 'lock',
      title: `${lockName(each.lockId)} ${labelOf('lo_event_type', each.eventType)}`,
      about: each.succeeded ? '' : '未成功',
      who: each.userName ?? '',
    }))
  const decisions = replay.decisions.map((each): Moment => ({
    key: `d${each.decisionId}`,
    at: each.at,
    kind: 'decision',
    title: `开锁判定：${each.allow ? '允许' : '拒绝'}`,
    about: `${each.lockCode ?? ''} ${each.code ?? ''}`.trim(),
    who: each.userName ?? '',
  }))
  // The log orders what shares a millisecond; the sort keeps it.
  return [...events, ...locks, ...decisions].toSorted((a, b) => a.at - b.at)
}

/** The next moment after `at`, or the one before it; null at the end. */
export function neighbour(moments: readonly Moment[], at: number, direction: 1 | -1): Moment | null {
  if (direction === 1) return moments.find((each) => each.at > at) ?? null
  return moments.findLast((each) => each.at < at) ?? null
}

/** The last thing that happened by then, for the list's mark. */
export const currentMoment = (moments: readonly Moment[], at: number): Moment | null =>
  moments.findLast((each) => each.at <= at) ?? null

/** Where play stands after a tick; it stops at the end. */
export function played(
  at: number,
  to: number,
  speed: number,
  tickMs: number,
): { at: number; ended: boolean } {
  const next = at + speed * tickMs
  return next >= to ? { at: to, ended: true } : { at: next, ended: false }
}
