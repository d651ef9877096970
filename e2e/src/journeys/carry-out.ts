import { workTicketEndpoints as tickets } from '@suoan/contract'
import {
  crewActions,
  personId,
  points,
  type Crew,
  type PlannedPoint,
} from '@suoan/safety/work-tickets/testing/carry-out'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import type { PlantAccess } from './plant.ts'

export { personId, points }

const crewOf = ({ take, lock }: PlantAccess): Crew => ({ take, closes: (code) => lock(code).close() })

/**
 * The steps of SC01 as calls of the right people: what a journey repeats after it has done it once on the screen, or
 * what comes before the part it is about.
 */
export const steps = {
  async draft(plant: PlantAccess): Promise<string> {
    return (await plant.take('u1', tickets.saveDraft, demoDraft())).ticket.id
  },
  async submit(plant: PlantAccess, workId: string): Promise<void> {
    await plant.at('08:00')
    await crewActions.submit(crewOf(plant), workId)
  },
  async review(plant: PlantAccess, workId: string): Promise<void> {
    await plant.at('08:10')
    await crewActions.review(crewOf(plant), workId)
  },
  async approve(plant: PlantAccess, workId: string): Promise<void> {
    await plant.at('08:20')
    await crewActions.approve(crewOf(plant), workId)
  },
  async isolate(plant: PlantAccess, workId: string): Promise<void> {
    await plant.at('08:30')
    await crewActions.isolate(crewOf(plant), workId)
  },
  lockPoint: (plant: PlantAccess, workId: string, point: PlannedPoint) =>
    crewActions.lockPoint(crewOf(plant), workId, point),
  drain: (plant: PlantAccess, workId: string) => crewActions.drain(crewOf(plant), workId),
  verifyPoint: (plant: PlantAccess, workId: string, point: PlannedPoint) =>
    crewActions.verifyPoint(crewOf(plant), workId, point),
  verifyDrain: (plant: PlantAccess, workId: string) => crewActions.verifyDrain(crewOf(plant), workId),
  async makeReady(plant: PlantAccess, workId: string): Promise<void> {
    await crewActions.brief(crewOf(plant), workId)
    // The keys of LK1 … LK3 are in the box before anybody hangs his lock on it.
    await plant.lock('LB1').close()
    for (const who of ['u6', 'u7'] as const) {
      await plant.lock(who === 'u6' ? 'PL6' : 'PL7').close()
      await crewActions.personalLockOn(crewOf(plant), workId, who)
    }
  },
  confirmMeasures: (plant: PlantAccess, workId: string) => crewActions.confirmMeasures(plant, workId),
  async start(plant: PlantAccess, workId: string): Promise<void> {
    await plant.at('09:00')
    await crewActions.start(crewOf(plant), workId)
  },
} as const

/** Takes a new ticket to status 20, phase 20 at 09:00; returns its id. */
export async function carryOutToWork(plant: PlantAccess): Promise<string> {
  const id = await steps.draft(plant)
  await steps.submit(plant, id)
  await steps.review(plant, id)
  await steps.approve(plant, id)
  await steps.isolate(plant, id)
  await plant.at('08:52')
  for (const point of points) await steps.lockPoint(plant, id, point)
  await steps.drain(plant, id)
  await plant.at('08:55')
  for (const point of points) await steps.verifyPoint(plant, id, point)
  await steps.verifyDrain(plant, id)
  await plant.at('08:57')
  await steps.makeReady(plant, id)
  await steps.start(plant, id)
  return id
}

/** The safety officer answers for everything that stopped the work (T55). */
export async function closeCauses(plant: PlantAccess, workId: string): Promise<void> {
  const { stopCauses } = await plant.take('u12', tickets.detail, { id: workId })
  for (const { causeId, closedAt } of stopCauses)
    if (closedAt === null)
      await plant.take('u12', tickets.causeClose, { workId, causeId, evidence: '已处理，现场确认' })
}
