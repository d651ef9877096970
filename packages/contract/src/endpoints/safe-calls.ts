import { externalPersonEndpoints as externals } from './external-person.ts'
import { lockEndpoints as locks } from './lock.ts'
import { stopOrderEndpoints as stopOrders } from './stop-order.ts'
import { warningEndpoints as warnings } from './warning.ts'
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
  safeCalls.lockLost,
  locks.close,
  locks.freeze,
].map(({ path }) => path)
