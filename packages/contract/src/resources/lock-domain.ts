import type { Resource } from '../resource.ts'
import { alarm, uncloseLock } from './alarm.ts'
import { area } from './area.ts'
import { cmd } from './cmd.ts'
import { decision } from './decision.ts'
import { departArea } from './depart-area.ts'
import { device } from './device.ts'
import { dutyRule } from './duty-rule.ts'
import { emergencyRemoval } from './emergency-removal.ts'
import { energyEdge, energyNode } from './energy.ts'
import { equip } from './equip.ts'
import { flow, flowStep } from './flow.ts'
import { gasStd } from './gas-std.ts'
import { hazardPair } from './hazard-pair.ts'
import { legSwitch } from './leg-switch.ts'
import { lockDepart } from './lock-depart.ts'
import { lockLog } from './lock-log.ts'
import { lockLast, lockOnoff } from './lock-records.ts'
import { lockType } from './lock-type.ts'
import { lockUser } from './lock-user.ts'
import { lock } from './lock.ts'
import { personCert } from './person-cert.ts'
import { pointHold } from './point-hold.ts'
import { pointRule } from './point-rule.ts'
import { point } from './point.ts'
import { workExtend, workHandover } from './work-changes.ts'
import { stopOrder } from './stop-order.ts'
import { workGas } from './work-gas.ts'
import { workConflict, workTrans } from './work-history.ts'
import { workLock, workPoint, workTag } from './work-isolation.ts'
import { workMeasure, workPerson, workPresence, workSign } from './work-people.ts'
import { workExamine, workReview } from './work-steps.ts'
import { workType } from './work-type.ts'
import { work } from './work.ts'

export {
  alarm,
  area,
  cmd,
  decision,
  departArea,
  device,
  dutyRule,
  emergencyRemoval,
  energyEdge,
  energyNode,
  equip,
  flow,
  flowStep,
  gasStd,
  hazardPair,
  legSwitch,
  lock,
  lockDepart,
  lockLast,
  lockLog,
  lockOnoff,
  lockType,
  lockUser,
  personCert,
  point,
  pointHold,
  pointRule,
  stopOrder,
  uncloseLock,
  work,
  workConflict,
  workExamine,
  workExtend,
  workGas,
  workHandover,
  workLock,
  workMeasure,
  workPerson,
  workPoint,
  workPresence,
  workReview,
  workSign,
  workTag,
  workTrans,
  workType,
}

/** The entities of the lock domain (3-domain.md §3): places, locks, plant, grants, policy, tickets, logs. */
export const lockDomainResources: readonly Resource[] = [
  area,
  departArea,
  lockType,
  lock,
  lockUser,
  lockDepart,
  device,
  equip,
  point,
  pointHold,
  pointRule,
  energyNode,
  energyEdge,
  personCert,
  dutyRule,
  workType,
  flow,
  flowStep,
  gasStd,
  hazardPair,
  legSwitch,
  work,
  workPoint,
  workLock,
  workTag,
  workPerson,
  workMeasure,
  workGas,
  workHandover,
  workSign,
  workReview,
  workExamine,
  workExtend,
  workPresence,
  workConflict,
  workTrans,
  emergencyRemoval,
  stopOrder,
  lockLog,
  lockLast,
  lockOnoff,
  decision,
  cmd,
  alarm,
  uncloseLock,
]
