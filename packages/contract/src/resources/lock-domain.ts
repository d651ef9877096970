import type { Resource } from '../resource.ts'
import { alarm, uncloseLock } from './alarm.ts'
import { area } from './area.ts'
import { cmd } from './cmd.ts'
import { decision } from './decision.ts'
import { departArea } from './depart-area.ts'
import { device } from './device.ts'
import { dutyRule } from './duty-rule.ts'
import { energyEdge, energyNode } from './energy.ts'
import { equip } from './equip.ts'
import { flow, flowStep } from './flow.ts'
import { gasStd } from './gas-std.ts'
import { lockDepart } from './lock-depart.ts'
import { lockLog } from './lock-log.ts'
import { lockLast, lockOnoff } from './lock-records.ts'
import { lockType } from './lock-type.ts'
import { lockUser } from './lock-user.ts'
import { lock } from './lock.ts'
import { personCert } from './person-cert.ts'
import { pointHold } from './point-hold.ts'
import { point } from './point.ts'
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
  energyEdge,
  energyNode,
  equip,
  flow,
  flowStep,
  gasStd,
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
  uncloseLock,
  work,
  workConflict,
  workExamine,
  workGas,
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
  energyNode,
  energyEdge,
  personCert,
  dutyRule,
  workType,
  flow,
  flowStep,
  gasStd,
  work,
  workPoint,
  workLock,
  workTag,
  workPerson,
  workMeasure,
  workGas,
  workSign,
  workReview,
  workExamine,
  workPresence,
  workConflict,
  workTrans,
  lockLog,
  lockLast,
  lockOnoff,
  decision,
  cmd,
  alarm,
  uncloseLock,
]
