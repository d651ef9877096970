import { workTicketEndpoints as tickets } from '@suoan/contract'
import { moment } from './demo-draft.ts'
import type { TicketWorld } from './ticket-world.ts'

const points = [
  { pointId: 'demo-pt1', qr: 'PT1', lock: 'LK1', lockId: 'demo-lk1', method: '2', unit: 'V' },
  { pointId: 'demo-pt2', qr: 'PT2', lock: 'LK2', lockId: 'demo-lk2', method: '3', unit: 'MPa' },
  { pointId: 'demo-pt3', qr: 'PT3', lock: 'LK3', lockId: 'demo-lk3', method: '3', unit: 'MPa' },
]

/** The steps of SC01 in order; each leaves the ticket where its name says. */
export const steps = {
  async submitted(plant: TicketWorld, workId: string) {
    plant.at('08:00')
    await plant.take('u1', tickets.submit, { workId })
  },
  async reviewed(plant: TicketWorld, workId: string) {
    plant.at('08:10')
    mustBeTaken(await plant.review(workId))
  },
  async approved(plant: TicketWorld, workId: string) {
    plant.at('08:20')
    mustBeTaken(await plant.examine(workId))
  },
  async isolating(plant: TicketWorld, workId: string) {
    plant.at('08:30')
    await plant.take('u4', tickets.isolateStart, { workId })
  },
  async locked(plant: TicketWorld, workId: string) {
    plant.at('08:50')
    for (const { pointId, qr, lock, lockId } of points) {
      await plant.take('u9', tickets.pointOperate, { workId, pointId, proof: { qr } })
      await plant.locks.closes(lock)
      await plant.take('u9', tickets.pointLock, { workId, pointId, lockId })
      await plant.take('u9', tickets.pointTag, { workId, pointId })
    }
    const drain = { workId, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
    await plant.take('u9', tickets.pointOperate, drain)
  },
  async verified(plant: TicketWorld, workId: string) {
    plant.at('08:54')
    for (const { pointId, method, unit } of points)
      await plant.take('u10', tickets.pointVerify, proofOf(workId, pointId, method, '0', unit))
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt4', '4', '全开', ''))
  },
  async ready(plant: TicketWorld, workId: string) {
    plant.at('08:56')
    const personIds = [await plant.personId(workId, 'u6'), await plant.personId(workId, 'u7')]
    await plant.take('u5', tickets.brief, { workId, personIds })
    await plant.take('u8', tickets.guardIn, { workId, personId: await plant.personId(workId, 'u8') })
    await plant.take('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' })
    await plant.take('u7', tickets.personalLockOn, { workId, lockId: 'demo-pl7', boxId: 'demo-lb1' })
  },
  async working(plant: TicketWorld, workId: string) {
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId })
    await plant.take('u4', tickets.start, { workId })
  },
  async releasing(plant: TicketWorld, workId: string) {
    plant.at('15:00')
    await plant.take('u5', tickets.releaseBegin, {
      workId,
      siteChecks: { people: true, tools: true, guards: true },
      photo: 'p.jpg',
      notified: true,
    })
  },
  async restored(plant: TicketWorld, workId: string) {
    plant.at('15:10')
    for (const [who, lockId] of [
      ['u6', 'demo-pl6'],
      ['u7', 'demo-pl7'],
    ] as const)
      await plant.take(who, tickets.personalLockOff, { workId, lockId })
    await plant.take('u9', tickets.pointRestore, { workId, pointId: 'demo-pt4' })
    for (const { pointId, lock } of points.toReversed()) {
      await plant.locks.opens(lock)
      await plant.take('u9', tickets.pointRestore, { workId, pointId })
      await plant.locks.closes(lock)
    }
  },
} as const

/** Takes a new ticket through SC01 up to (and with) a step; returns its id. */
export async function carryOut(
  plant: TicketWorld,
  upTo: keyof typeof steps,
  workId?: string,
): Promise<string> {
  plant.world.clock.set(moment('07:50'))
  const id = workId ?? (await plant.draft())
  for (const [name, step] of Object.entries(steps)) {
    await step(plant, id)
    if (name === upTo) break
  }
  return id
}

export function proofOf(
  workId: string,
  pointId: string,
  verifyMethod: string,
  verifyValue: string,
  verifyUnit: string,
) {
  return { workId, pointId, verifyMethod, verifyValue, verifyUnit, verifyResult: 1 }
}

function mustBeTaken(answer: { success: boolean; message: string }): void {
  if (!answer.success) throw new Error(JSON.stringify(answer))
}
