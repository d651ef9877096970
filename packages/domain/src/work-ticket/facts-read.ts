import type { ConditionName } from './conditions.ts'
import type { ConsequenceName } from './consequences.ts'
import type { TicketEventType } from './events.ts'
import type { FactName } from './guard.ts'
import { guards } from './guards.ts'
import { transitions } from './transitions.ts'

/** What every event needs: who asks in which roles, the rows an event may name, signatures given, the points. */
const always: readonly FactName[] = [
  'now',
  'actor',
  'keys',
  'steps',
  'holds',
  'handovers',
  'removals',
  'points',
]

const ofConditions: Readonly<Partial<Record<ConditionName, readonly FactName[]>>> = {
  editsCore: ['policy'],
  mustRestore: ['persons'],
  needsNoIsolation: ['policy'],
  renews: ['renewal'],
  renewsWithoutIsolation: ['renewal', 'policy'],
  takesOver: ['renewal'],
}

const ofConsequences: Readonly<Partial<Record<ConsequenceName, readonly FactName[]>>> = {
  sealContent: ['contentHash'],
  sealEdit: ['contentHash'],
  askReviewers: ['contentHash', 'flow'],
  askExaminers: ['flow'],
  askRaised: ['flow'],
  suspended: ['testRun'],
  testStopped: ['testRun'],
  testCleared: ['testRun'],
  pointFailed: ['testRun'],
  extended: ['extension'],
  extensionLapsed: ['extension'],
  lateOutRaised: ['persons'],
  personFound: ['persons'],
  personLeft: ['persons'],
  gasRecorded: ['gas', 'testRun'],
  holdsTakenOver: ['renewal'],
  causeOpened: ['stopCauses'],
  causesCleared: ['stopCauses'],
}

/** What is looked at before a row is chosen (`missingTarget`, `judgedTicket`). */
const ofEvents: Readonly<Partial<Record<TicketEventType, readonly FactName[]>>> = {
  extendApprove: ['extension'],
  extendReject: ['extension'],
  causeClose: ['stopCauses'],
}

/**
 * Facts that `advance` may read for an event: those of its guards and notes, of the conditions that choose its row and
 * of its consequences. A caller loads these and no more.
 */
export function factsReadBy(event: TicketEventType): FactName[] {
  const rows = transitions.filter((row) => row.event === event)
  return [
    ...new Set([
      ...always,
      ...(ofEvents[event] ?? []),
      ...rows.flatMap((row) => [...row.guards, ...(row.notes ?? [])].flatMap((id) => guards[id].reads)),
      ...rows.flatMap((row) => (row.when === undefined ? [] : (ofConditions[row.when] ?? []))),
      ...rows.flatMap((row) => row.effects.flatMap((name) => ofConsequences[name] ?? [])),
    ]),
  ]
}
