import { deviceEndpoints as devices } from './device.ts'
import { emergencyEndpoints as emergencies } from './emergency.ts'
import { externalPersonEndpoints as externals } from './external-person.ts'
import { lockEndpoints as locks } from './lock.ts'
import { offlineEndpoints as offline } from './offline.ts'
import { stopOrderEndpoints as stopOrders } from './stop-order.ts'
import { alarmEndpoints as alarms, warningEndpoints as warnings } from './warning.ts'
import { workExecutionEndpoints as execution } from './work-execution.ts'
import { workTicketEndpoints as tickets } from './work-ticket.ts'

/**
 * The calls that make safer (3-domain.md §0.2): stop, leave, hang a lock, report what is bad, keep somebody out. None is
 * refused for its form: a text that is missing, too long or none is taken as 未说明 and asked for later, a number of the
 * operation or of a revision that cannot be read is left out, and the newest state is met, whatever the caller saw. One that
 * the caller has no right to is refused for that alone. A test tries each with every defect (decision 0548).
 */
export const safeCalls = {
  stop: tickets.stop,
  suspend: tickets.suspend,
  leave: tickets.personOut,
  lockOn: tickets.personalLockOn,
  pointFails: tickets.pointFail,
  gasFails: tickets.gasAdd,
  /** With `inPlace: false`. */
  measureGone: tickets.measureConfirm,
  stopOrder: stopOrders.order,
  lockLost: locks.reportLost,
  /** With `on: true`; taking somebody off the list asks for a reason. */
  blacklist: externals.blacklist,
  revokePass: externals.revokePass,
  warningKnown: warnings.ack,
  alarmKnown: alarms.ack,
  /** T49: what somebody knows of keeps nobody waiting. */
  removedLockKnown: emergencies.ack,
  stopAtPlace: stopOrders.atPlace,
  closeLock: locks.close,
  freezeLock: locks.freeze,
  /** A position outside the fence says that the guardian is away; one inside is his phone's word, not his. */
  guardPosition: execution.guardPosition,
  /** A detector that may say that bad air is good is cut off at once. */
  deviceOff: devices.disable,
  terminalLost: offline.carrierLost,
  /** What was done without the network: of its items each is judged by itself (decision 0609). */
  handIn: offline.syncOps,
} as const
export type SafeCall = keyof typeof safeCalls

/**
 * What somebody who must change his password first may do all the same (3-domain.md §0.2): stop, leave, report, close. Not the
 * readings and measures of the list above: whoever set that password could vouch for good ones with it.
 */
export const safeBeforePasswordChange: readonly string[] = [
  safeCalls.stop,
  safeCalls.suspend,
  safeCalls.leave,
  safeCalls.pointFails,
  safeCalls.stopOrder,
  safeCalls.stopAtPlace,
  safeCalls.lockLost,
  safeCalls.terminalLost,
  safeCalls.closeLock,
  safeCalls.freezeLock,
].map(({ path }) => path)
