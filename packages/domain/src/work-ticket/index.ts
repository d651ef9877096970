export * from './ticket.ts'
export * from './ticket-sets.ts'
export * from './named.ts'
export * from './turn.ts'
export * from './turn-text.ts'
export { attachGap, detachGap } from './attaching.ts'
export { answerGap, questionGap } from './questioning.ts'
export { paperVerdict, type PaperStanding, type PaperVerdict } from './paper-verdict.ts'
export { timelineWords, type TimelineNames, type TimelineTrace } from './timeline-words.ts'
export * from './facts.ts'
export * from './person-fact.ts'
export * from './admission.ts'
export * from './events.ts'
export * from './raised-level.ts'
export * from './steps.ts'
export * from './transition-row.ts'
export * from './transitions.ts'
export * from './advance.ts'
export * from './pending-request.ts'
export * from './facts-read.ts'
export * from './core-fields.ts'
export { contentColumns, contentRule, sealedContent, tablesOutsideContent } from './sealed-content.ts'
export * from './adopt-together.ts'
export { takeOver, type Agency, type TakeOver } from './agency.ts'
export * from './flow-condition.ts'
export type { FactName, Guard } from './guard.ts'
export type { ConsequenceName } from './consequences.ts'
export { guards, type GuardId } from './guards.ts'
export { cuttingPoints } from './cutting-points.ts'
export { personalHolds } from './guards-people.ts'
export { ownLockMissing, type OwnHold } from './own-locks.ts'
export { actingFix, actingGap, type ActingFact } from './acting.ts'
export { dayPass, presenceGap, type Presence } from './presence-gap.ts'
export { closureGap, proofGap, reachOf, reportsShut } from './guards-isolation.ts'
export { entryGap, guardiansAt } from './guards-people.ts'
export { isPointInUse } from './guards-site.ts'
export { urgePauseMin } from './guards-approval.ts'
export { removalGap } from './acknowledged.ts'
export { afterReviewHours, contactsGap } from './guards-emergency.ts'
export {
  basesText,
  baseTypeCodes,
  emergencyType,
  isOfKind,
  kindsOf,
  readBaseTypes,
  scaleOf,
  unknownBase,
  type KindOfWork,
} from './base-types.ts'
export { shortestInterval, strictestGasDemand, strictestPolicy } from './strictest-policy.ts'
export { guardAwayMin } from './guard-away.ts'
export { isLateInside } from './late-inside.ts'
export { isPastEnd } from './past-end.ts'
export { minEvidence } from './input-checks.ts'
export { hasOpenCause, needsFile, whoAnswers } from './stop-causes.ts'
export { reVerifyGap } from './guards-isolation.ts'
export { insideLimit, limitGap, limitTextGap, limitUnit, readingOf } from './verify-limit.ts'
export * from './gas.ts'
export * from './gas-names.ts'
export * from './gas-reading.ts'
export {
  gasSilentMin,
  gasWatchStates,
  noGasWatch,
  silentFor,
  toWarnOf,
  unheardGas,
  watchProblems,
  type GasWatchFact,
  type WatchedSpot,
  type WatchingDetector,
  type WatchReading,
} from './gas-watch.ts'
export * from './level-rules.ts'
export { looserFields, strictFields, strictSettings, type SettingValues } from './strictness.ts'
export {
  combustibleLimit,
  gasLimitMistake,
  lawfulLimits,
  toxicLimit,
  type GasStandard,
} from './gas-limits.ts'
export { isBuiltInDuty } from './guards-duty.ts'
export * from './events-execution.ts'
export * from './execution-facts.ts'
export { handoverChecks } from './handover.ts'
export { handoverTags, testMaxMin } from './guards-execution.ts'
export { eventNames } from './event-names.ts'
export { workTypeMistake } from './work-type-bounds.ts'
