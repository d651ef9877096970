import type { RoleTag } from '../dictionaries/index.ts'

/** Something people can do that changes an answer of the interlock. Plain data: it can be shown, sent, and applied. */
export type Change =
  | { kind: PlainChange }
  | { kind: 'addPerson'; tag: RoleTag }
  | { kind: 'wait'; until: number }
  | { kind: 'movePoint'; pointCode: string; state: 0 | 1 | 2 | 3 }

export type PlainChange =
  | 'signIn'
  | 'acknowledge'
  | 'provePresence'
  | 'goOnline'
  | 'confirmRemote'
  | 'secondPerson'
  | 'unfreezeLock'
  | 'enableLock'
  | 'settleLock'
  | 'issueLock'
  | 'activateUser'
  | 'renewCerts'
  | 'addLock'
  | 'grant'
  | 'ownerOut'
  | 'peopleOut'
  | 'personalLocksOff'
  | 'finishBefore'
  | 'guardianIn'
  | 'gasTest'
  | 'gasWatch'
  | 'proveAgain'
  | 'liftStop'
  | 'closeAlarms'
  | 'settleConflicts'
  | 'moveDeadline'
  | 'otherTicketsRelease'
  | 'startWork'
  | 'newEmergency'
  | 'newTicket'
