import {
  handoverActions,
  personActions,
  type HandoverActionKey,
  type HandoverColumns,
  type PersonActionKey,
  type PersonColumns,
  type TicketHandover,
  type TicketPerson,
} from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { attendants } from '@suoan/domain/work-ticket'
import { holds, mayCall, type Viewer } from './viewer.ts'

/** Those who work behind a personal lock (G13). */
const workers: readonly RoleTag[] = ['WORK', 'CONTR']
/** Those who go in and out. */
const enters: readonly RoleTag[] = [...workers, 'LEAD', 'GUARD']
/** Those whose place another may take while the work runs (T31). */
const replaceable: readonly RoleTag[] = [...workers, 'GUARD']
/** Those who may be given the keys of a test run (T35). */
const testers: readonly RoleTag[] = ['ISO', 'LEAD', 'PERMIT']

/** The people of a ticket, each with what the viewer may do for him (T26–T31, T42, T47). */
export function presentPeople(
  people: readonly PersonColumns[],
  viewer: Viewer,
  isLive: boolean,
  isProtected: (userId: string) => boolean,
): TicketPerson[] {
  return people.map((row) => {
    const person = {
      ...row,
      isMe: row.userId === viewer.userId,
      isBriefed: row.briefTime !== null,
      isBriefSigned: (row.briefSignId ?? null) !== null,
      isWorker: workers.includes(row.roleTag),
      isEntering: enters.includes(row.roleTag),
      isGuard: row.roleTag === 'GUARD',
      isGuardIn: row.checkInTime !== null && row.awaySince === null,
      isOnSite: row.onState === 1,
      hasLeft: row.onState === 2,
      isReplaced: row.state === 0,
      hasLockOn: row.personalHolds > 0,
      isLockedOn: row.personalHolds > 0 && isProtected(row.personId ?? ''),
      mayTest: testers.includes(row.roleTag),
    }
    return { ...person, actions: actionsFor(person, viewer, isLive) }
  })
}

function actionsFor(
  person: Omit<TicketPerson, 'actions'>,
  viewer: Viewer,
  isLive: boolean,
): PersonActionKey[] {
  const { isMe, isOnSite, hasLockOn, isLockedOn, roleTag } = person
  // Who has no account acts at the screen of those who attend him (T26, T28, T42).
  const isAttended = Boolean(person.externalId) && holds(viewer, ...attendants)
  const may = (key: PersonActionKey) => mayCall(viewer, personActions[key].call)
  const open = (key: PersonActionKey) => {
    const { event } = personActions[key]
    return event !== null && viewer.events.includes(event)
  }
  const fits: Record<PersonActionKey, boolean> = {
    // Nobody signs in for another, and whoever is silent only has to say that he is there.
    guardIn: person.isGuard && !person.isGuardIn && isLive && isMe,
    guardConfirm: person.isGuard && isMe && isLive && person.checkInTime !== null,
    lockOn: isAttended && isLive && person.isWorker && !isLockedOn,
    lockOff:
      hasLockOn &&
      person.personalLockId !== null &&
      (isAttended ? isLive || person.isReplaced : isMe && open('lockOff')),
    removal: !isMe && hasLockOn && open('removal'),
    in:
      person.isEntering && !isOnSite && open('in') && (isMe || isAttended || holds(viewer, 'LEAD', 'GUARD')),
    // Leaving needs no permission: he himself, or whoever counts heads, says so (T29).
    out: isOnSite && open('out') && (isMe || may('in')),
    replace: replaceable.includes(roleTag) && open('replace'),
  }
  const order: readonly PersonActionKey[] = [
    'guardIn',
    'guardConfirm',
    'lockOn',
    'lockOff',
    'removal',
    'in',
    'out',
    'replace',
  ]
  return order.filter((key) => fits[key] && may(key))
}

/** May the viewer hang his own lock now (T26): he works here without one, or takes over from somebody who does (T34)? */
export function canLockOn(
  people: readonly TicketPerson[],
  handovers: readonly TicketHandover[],
  viewer: Viewer,
  hasOwnLock: boolean,
): boolean {
  const mine = people.filter((person) => person.isMe)
  if (mine.length === 0)
    return !hasOwnLock && handovers.some((row) => row.mySide === 'to' && row.isAccepted && row.isWorker)
  return (
    viewer.events.includes('personalLockOn') &&
    mine.some((person) => person.isEntering) &&
    !mine.some((person) => person.isLockedOn)
  )
}

/** The handovers of a ticket, each with the step that is the viewer's (T34). */
export function presentHandovers(rows: readonly HandoverColumns[], viewer: Viewer): TicketHandover[] {
  return rows.map((row) => {
    const isTo = row.toUserId === viewer.userId
    const isFrom = row.fromUserId === viewer.userId
    const isOpen = row.state < 2
    const isAccepted = row.state === 1
    const fits: Record<HandoverActionKey, boolean> = {
      accept: isTo && isOpen && !isAccepted,
      done: isFrom && isAccepted,
      cancel: isOpen && (isTo || isFrom),
    }
    const order: readonly HandoverActionKey[] = ['accept', 'done', 'cancel']
    return {
      ...row,
      isOpen,
      isAccepted,
      mySide: isTo ? 'to' : isFrom ? 'from' : null,
      isWorker: workers.includes(row.roleTag),
      actions: order.filter((key) => fits[key] && mayCall(viewer, handoverActions[key].call)),
    }
  })
}
