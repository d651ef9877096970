/**
 * What may be due, by kind, with the data its handler needs beside the subject. Kept small: a handler looks the rest up
 * when the time has come, for the world has moved on since.
 */
export interface TimerKinds {
  /** The plan of a ticket ends, or its close-out deadline passes (T17, T40, T54). `subjectId` = ticket. */
  'ticket.expire': Record<string, never>
  /** A review or approval step is late for the `nth` time (T16). `subjectId` = ticket, `key` = step row. */
  'step.overdue': { readonly nth: number }
  /** Somebody pressed release or finish at `at`, taken or refused: are locks still open (W02)? `subjectId` = ticket. */
  'warning.leaving': { at: number }
  /** The recurring looks at open locks and at alarm conditions. `subjectId` = all. */
  'warning.sweep': Record<string, never>
  'alarm.sweep': Record<string, never>
  /** The end of a ticket at work comes near: T−60, −30, −10 min (T27, W03). `subjectId` = ticket. */
  'ticket.reminder': { minutes: number }
  /** The gas repetition is due soon (`soon`) or has not come (`over`) (T30, T32). */
  'ticket.gasDue': Record<string, never>
  /** Zero energy must be proven again soon (`soon`) or has not been (`over`) (T24, T32). `subjectId` = ticket. */
  'ticket.proofDue': Record<string, never>
  /** The minutes of a test run are over (T35, T32). */
  'ticket.testOver': Record<string, never>
  /** A guardian has left his place: key `person:2` warns, `person:5` stops (§4.4). */
  'ticket.guardAway': { personId: string; minutes: number }
  /** A lock has been moving for as long as it may (§5.1, A04); `since` is its state's time. `subjectId` = lock. */
  'lock.motion': { since: number | null }
  /** A command is sent again, or its time has passed (3-domain.md §5.6). `subjectId` = command. */
  'command.due': Record<string, never>
  /** Nobody heard a lock that holds a point while we were away; `since` is when we were back. `subjectId` = lock. */
  'lock.readState': { since: number }
  /** A device is asked for the numbers of its log that have not arrived (3-domain.md §5.5.3). `subjectId` = gap. */
  'device.gap': Record<string, never>
  /** The grants that a lock may keep have changed (3-domain.md §5.2 `down/grant`). `subjectId` = lock. */
  'lock.grants': Record<string, never>
  /** Offline tokens of a lock are over: it is told by a higher epoch (§5.8). `subjectId` = lock. */
  'lock.epoch': Record<string, never>
  /** A roll-out of firmware or configuration takes its next step (§5.9). `subjectId` = roll-out. */
  'rollout.step': Record<string, never>
  /** The close-out term of an expired ticket is over (§5.8 L4). */
  'ticket.closeDue': Record<string, never>
  /** The ten minutes of an emergency removal are over (T48). `subjectId` = the removal. */
  'removal.expire': { readonly workId: string }
  /** Work in a stopped area is stopped until none runs (T32). `subjectId` = the stop order. */
  'area.stop': Record<string, never>
  /** The review of an emergency ticket is due (T50). `subjectId` = ticket. */
  'ticket.afterReview': Record<string, never>
}

export type TimerKind = keyof TimerKinds
