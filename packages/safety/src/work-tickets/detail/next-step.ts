import type { TicketDetail } from '@suoan/contract'
import { itemState, labelOf } from '@suoan/domain/dictionaries'
import {
  eventNames,
  hasOpenCause,
  isTerminal,
  roleName,
  signaturesOf,
  transitions,
  type Pending,
  type StateCode,
  type Ticket,
  type TicketEventType,
} from '@suoan/domain/work-ticket'
import { waitingSteps } from './present-steps.ts'

type Shown = Pick<
  TicketDetail,
  'ticket' | 'points' | 'people' | 'measures' | 'reviews' | 'examines' | 'unsynced' | 'stopCauses'
>
type State = Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'>

/** The way a ticket goes when nothing happens to it (3-domain.md §4.4). */
const onward: Readonly<Partial<Record<StateCode, TicketEventType>>> = {
  '0/0': 'submit',
  '3/0': 'submit',
  '5/0': 'submit',
  '1/0': 'reviewPass',
  '2/0': 'approve',
  '4/0': 'isolateStart',
  '4/10': 'pointTag',
  '4/11': 'pointVerify',
  '4/12': 'start',
  '20/20': 'releaseBegin',
  '20/21': 'resume',
  '20/22': 'testEnd',
  '20/23': 'relocked',
  '4/24': 'pointRestore',
  '20/24': 'pointRestore',
  '40/24': 'pointRestore',
  '40/25': 'releaseBegin',
}
/** The event once every point is given back. */
const afterRestoring: Readonly<Partial<Record<StateCode, TicketEventType>>> = {
  '20/24': 'finish',
  '40/24': 'closeExpired',
}

/** The next thing to be done on a ticket and who does it; null when it has ended. */
export function nextStep(
  state: State,
  shown: Shown,
  pending: Pending | null,
): { event: TicketEventType; text: string; by: string } | null {
  if (isTerminal(state)) return null
  const event = pending?.event ?? eventIn(state, shown)
  return event ? { event, text: eventNames[event], by: whoDoes(event, state, shown, pending) } : null
}

function eventIn(state: State, { ticket, points, stopCauses }: Shown): TicketEventType | undefined {
  const code: StateCode = `${state.status}/${state.phase}`
  if (code === '4/0' && ticket.needIsolation === 0) return 'start'
  if (hasOpenCause(stopCauses, state)) return 'causeClose'
  const isGivenBack = points.every((point) => point.isDrain || point.isRestored)
  return (isGivenBack && afterRestoring[code]) || onward[code]
}

function whoDoes(
  event: TicketEventType,
  state: State,
  { ticket, reviews, examines, stopCauses }: Shown,
  pending: Pending | null,
): string {
  if (pending?.event === event) return pending.next.map(roleName).join('或')
  const waiting = waitingSteps([...reviews, ...examines], ticket.round).map((step) => step.person)
  if ((event === 'reviewPass' || event === 'approve') && waiting.length > 0) return waiting.join('、')
  const cause = stopCauses.find((each) => each.closedAt === null)
  if (event === 'causeClose' && cause) return cause.answers
  const row = transitions.find(
    (each) => each.event === event && each.from.includes(`${state.status}/${state.phase}`),
  )
  const roles = signaturesOf(event, state)?.[0] ?? row?.by.filter((role) => role !== 'SYSTEM') ?? []
  return roles.map(roleName).join('或')
}

/** More people than this are counted: hundreds of names would push the ticket's buttons off a phone's screen. */
const mostNamed = 8

/**
 * What stands in the way of the next step as far as the ticket itself shows it, in the order it is put right. The guards
 * say the whole of it on the press.
 */
export function missingFor(event: TicketEventType | null, shown: Shown): string[] {
  const { ticket, points, people, measures, unsynced, stopCauses } = shown
  const gaps = (text: string, wrong: (point: Shown['points'][number]) => boolean) =>
    points
      .filter((point) => point.mandatory === 1 && !point.isRestored && wrong(point))
      .map((point) => `${point.pointCode} ${text}（${labelOf('lo_point_item_state', point.state)}）`)
  const unproven = () => gaps('未验证', (point) => !point.isVerified)
  const named = (text: string, wrong: (person: Shown['people'][number]) => boolean) => {
    // A person with two roles has two lines; two of one name are two people.
    const byPerson = new Map(people.filter(wrong).map((person) => [person.personId, person.name ?? '']))
    const names = [...byPerson.values()]
    if (names.length === 0) return []
    const more = names.length > mostNamed ? ` 等 ${names.length} 人` : ''
    return [`${names.slice(0, mostNamed).join('、')}${more} ${text}`]
  }
  switch (event) {
    case 'pointTag':
      return gaps('未就绪', (point) => (point.isDrain ? !point.isSecured : !isTagged(point)))
    case 'causeClose':
      return stopCauses
        .filter((cause) => cause.closedAt === null)
        .map((cause) => `${cause.kindText}：${cause.reason}`)
    case 'pointVerify':
    case 'relocked':
      return unproven()
    case 'start':
    case 'resume':
      return [
        ...unproven(),
        ...(ticket.briefRequired === 1
          ? named('未交底', (person) => person.isWorker && !person.isBriefed && !person.isReplaced)
          : []),
        ...named('监护未到位', (person) => person.isGuard && !person.isGuardIn),
        ...(ticket.personalLock === 1 && ticket.needIsolation === 1
          ? [
              ...named('未挂个人锁', (person) => person.isWorker && !person.hasLockOn && !person.isReplaced),
              ...named(
                '个人锁未挂全',
                (person) => person.isWorker && person.hasLockOn && !person.isLockedOn && !person.isReplaced,
              ),
            ]
          : []),
        ...unconfirmed(measures),
        ...(unsynced.override === '' ? unsynced.texts : []),
      ]
    case 'releaseBegin':
      return named('仍在场', (person) => person.isOnSite)
    case 'pointRestore':
      return named('个人锁未摘', (person) => person.hasLockOn)
    default:
      return []
  }
}

const unconfirmed = (measures: Shown['measures']): string[] => {
  const open = measures.filter((row) => row.involve === 1 && row.confirmBy === null)
  return open.length === 0 ? [] : [`${open.length} 条安全措施未现场确认`]
}

const isTagged = ({ state }: Shown['points'][number]): boolean =>
  state === itemState.tagged || state === itemState.verified
