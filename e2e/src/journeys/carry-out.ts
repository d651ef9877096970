import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { proofOf } from '@suoan/server/features/work-tickets/testing/carry-out'
import { demoDraft } from '@suoan/server/features/work-tickets/testing/demo-draft'
import type { Hands } from './plant.ts'

export const points = [
  { pointId: 'demo-pt1', code: 'Q1', qr: 'PT1', lock: 'LK1', lockId: 'demo-lk1', method: '2', unit: 'V' },
  {
    pointId: 'demo-pt2',
    code: 'V-101',
    qr: 'PT2',
    lock: 'LK2',
    lockId: 'demo-lk2',
    method: '3',
    unit: 'MPa',
  },
  {
    pointId: 'demo-pt3',
    code: 'V-103',
    qr: 'PT3',
    lock: 'LK3',
    lockId: 'demo-lk3',
    method: '3',
    unit: 'MPa',
  },
] as const

export type PlannedPoint = (typeof points)[number]

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
    await plant.take('u1', tickets.submit, { workId })
  },
  async review(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:10')
    const { ticket, reviews } = await plant.take('u2', tickets.detail, { id: workId })
    const row = reviews.find((each) => each['reviewerId'] === 'u2' && each['reviewStatus'] === 1)
    const input = { id: row?.['id'], reviewStatus: 8, contentHash: ticket['contentHash'] }
    await plant.take('u2', workReviewEndpoints.decide, input)
  },
  async approve(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:20')
    const { ticket, examines } = await plant.take('u3', tickets.detail, { id: workId })
    const row = examines.find((each) => each['approverId'] === 'u3' && each['approveStatus'] === 1)
    const input = { id: row?.['id'], approveStatus: 8, contentHash: ticket['contentHash'] }
    await plant.take('u3', workExamineEndpoints.decide, input)
  },
  async isolate(plant: Hands, workId: string): Promise<void> {
    await plant.at('08:30')
    await plant.take('u4', tickets.isolateStart, { workId })
  },
  async lockPoint(plant: Hands, workId: string, point: PlannedPoint): Promise<void> {
    const { pointId, lockId, qr } = point
    await plant.take('u9', tickets.pointOperate, { workId, pointId, proof: { qr } })
    await plant.lock(point.lock).close()
    await plant.take('u9', tickets.pointLock, { workId, pointId, lockId })
    await plant.take('u9', tickets.pointTag, { workId, pointId })
  },
  async drain(plant: Hands, workId: string): Promise<void> {
    const input = { workId, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
    await plant.take('u9', tickets.pointOperate, input)
  },
  async verifyPoint(plant: Hands, workId: string, point: PlannedPoint): Promise<void> {
    await plant.take(
      'u10',
      tickets.pointVerify,
      proofOf(workId, point.pointId, point.method, '0', point.unit),
    )
  },
  async verifyDrain(plant: Hands, workId: string): Promise<void> {
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt4', '4', '全开', ''))
  },
  async makeReady(plant: Hands, workId: string): Promise<void> {
    await plant.take('u5', tickets.brief, {
      workId,
      personIds: [await personId(plant, workId, 'u6'), await personId(plant, workId, 'u7')],
    })
    await plant.take('u8', tickets.guardIn, { workId, personId: await personId(plant, workId, 'u8') })
    // The keys of LK1 … LK3 are in the box before anybody hangs his lock on it.
    await plant.lock('LB1').close()
    for (const n of ['6', '7']) {
      await plant.lock(`PL${n}`).close()
      await plant.take(`u${n}`, tickets.personalLockOn, { workId, lockId: `demo-pl${n}`, boxId: 'demo-lb1' })
    }
  },
  async start(plant: Hands, workId: string): Promise<void> {
    await plant.at('09:00')
    await plant.take('u5', tickets.start, { workId })
    await plant.take('u4', tickets.start, { workId })
  },
} as const

export async function personId(plant: Hands, workId: string, userId: string): Promise<string> {
  const { people } = await plant.take('u1', tickets.detail, { id: workId })
  return String(people.find((row) => row['userId'] === userId)?.['id'] ?? 'none')
}

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
