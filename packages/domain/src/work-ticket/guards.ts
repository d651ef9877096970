import { reviewToReturnTo, signerFits, stepStillOpen } from './guards-approval.ts'
import { deciderMayDecide, dutiesSeparated, quorumIsReached } from './guards-duty.ts'
import { insideWindow, pointsSecured, zeroEnergyProven } from './guards-isolation.ts'
import * as execution from './guards-execution.ts'
import * as emergency from './guards-emergency.ts'
import * as local from './guards-local.ts'
import { holdsMayMove, mayRenew } from './guards-renewal.ts'
import { crewReady, gasValid, guardianPresent, personalLocksOff, siteEmpty } from './guards-people.ts'
import { certificatesValid } from './guards-certificates.ts'
import {
  formComplete,
  isolationIsCut,
  levelHighEnough,
  nothingStopped,
  locksUsable,
  noConflict,
  timeWithinPolicy,
} from './guards-plan.ts'
import {
  everythingRestored,
  locksClosed,
  measuresConfirmed,
  noAlarm,
  noOpenSession,
  noOtherHold,
  nothingUnsynced,
  peopleNotified,
  siteChecked,
} from './guards-site.ts'
import { gasWatched } from './gas-watch.ts'
import { fivePreventions } from './guards-prevention.ts'
import { causeMayClose, causesClosed } from './stop-causes.ts'
import type { Guard } from './guard.ts'

/**
 * Every guard by id: G.. of §4.3, R08 for the five preventions (the interlock's rule, asked here too), and T.. for
 * conditions that belong to one row alone.
 */
export const guards = {
  G01: formComplete,
  G02: timeWithinPolicy,
  G03: certificatesValid,
  G04: dutiesSeparated,
  G05: isolationIsCut,
  G06: noConflict,
  G07: locksUsable,
  G08: deciderMayDecide,
  G09: quorumIsReached,
  G10: insideWindow,
  G11: pointsSecured,
  G12: zeroEnergyProven,
  G13: crewReady,
  G14: gasValid,
  G15: guardianPresent,
  G16: noAlarm,
  G17: siteEmpty,
  G18: personalLocksOff,
  G19: locksClosed,
  G20: siteChecked,
  G21: peopleNotified,
  G22: execution.noGapInDuty,
  G23: emergency.twoAgreed,
  G24: noOtherHold,
  G25: execution.mayExtend,
  G26: noOpenSession,
  G27: nothingUnsynced,
  G28: measuresConfirmed,
  G29: levelHighEnough,
  G30: gasWatched,
  R08: fivePreventions,
  T03: local.neverSubmitted,
  T04: local.reviewersNamed,
  T05: local.notYetDecided,
  T07: local.approversNamed,
  T11: nothingStopped,
  T12: local.editAllowed,
  T14: reviewToReturnTo,
  T15: signerFits,
  T16: stepStillOpen,
  T17: local.timeHasCome,
  T18: local.nothingHeld,
  T19: local.noHoldPlaced,
  T20: local.isolationPlanned,
  T21: local.mayOperate,
  T22: local.lockMatchesPlan,
  T23: local.tagMatchesTicket,
  T24: local.readyToVerify,
  T26: local.ownLock,
  T28: local.roomToEnter,
  T31: local.scopeUnchanged,
  T33: causesClosed,
  T34: execution.mayHandOver,
  T35: execution.testPlanned,
  T36: execution.deEnergised,
  T37: execution.relockedByHolders,
  T38: execution.groupDefined,
  T42: local.ownerIsOut,
  T43: local.mayRestore,
  T44: everythingRestored,
  T46: mayRenew,
  T47: emergency.mayAskRemoval,
  T48: emergency.removalInOrder,
  T49: emergency.removalsAcknowledged,
  T50: emergency.emergencyAllowed,
  T53: local.allPointsBack,
  T54: execution.deadlineLater,
  T55: causeMayClose,
  I3: holdsMayMove,
} satisfies Record<string, Guard>

export type GuardId = keyof typeof guards
