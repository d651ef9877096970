import { workTicketEndpoints as tickets } from '@suoan/contract'
import {
  deeds,
  personId,
  points,
  type Crew,
  type PlannedPoint,
} from '@suoan/safety/work-tickets/testing/carry-out'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import type { Hands } from './plant.ts'

export { personId, points }

const crewOf = ({ take, lock }: Hands): Crew => ({ take, closes: (code) => lock(code).close() })

/**
 * The steps of SC01 as calls of the right people: what a journey repeats after it has done it once on the screen, or
 * what comes before the part it is about.
 */
export const steps = {
  async draft(plant: Hands): Promise<string> {
    return (await plant.take('u1', tickets.saveDraft, demoDraft())).ticket.id
  },
  async submit(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:00')
    await deeds.submit(crewOf(plant), workId)
  },
  async review(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:10')
    await deeds.review(crewOf(plant), workId)
  },
  async approve(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:20')
    await deeds.approve(crewOf(plant), workId)
  },
  async isolate(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:30')
    await deeds.isolate(crewOf(plant), workId)
  },
  lockPoint: (plant: Hands, workId: string, point: PlannedPoint) =>
    deeds.lockPoint(crewOf(plant), workId, point),
  drain: (plant: Hands, workId: string) => deeds.drain(crewOf(plant), workId),
  verifyPoint: (plant: Hands, workId: string, point: PlannedPoint) =>
    deeds.verifyPoint(crewOf(plant), workId, point),
  verifyDrain: (plant: Hands, workId: string) => deeds.verifyDrain(crewOf(plant), workId),
  async makeReady(plant: Hands, workId: string): Promise<void> {
    await deeds.brief(crewOf(plant), workId)
    // The keys of LK1 … LK3 are in the box before anybody hangs his lock on it.
    await plant.lock('LB1').close()
    for (const who of ['u6', 'u7'] as const) {
      await plant.lock(who === 'u6' ? 'PL6' : 'PL7').close()
      await deeds.personalLockOn(crewOf(plant), workId, who)
    }
  },
  async start(plant: Hands, workId: string): Promise<void> {
    await plant.at('09:00')
    await deeds.start(crewOf(plant), workId)
  },
} as const

/** Takes a new ticket to status 20, phase 20 at 09:00; returns its id. */
export async function carryOutToWork(plant: Hands): Promise<string> {
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
