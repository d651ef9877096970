import { workTicketEndpoints as tickets } from '@suoan/contract'
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

type Step = keyof typeof steps
const order = Object.keys(steps) as Step[]

/** States that many tests begin with: each is walked to once in a run, from the one before it, and cloned then. */
const cloned: readonly Step[] = ['reviewed', 'isolating', 'ready', 'working', 'releasing']

/**
 * Takes a new ticket through SC01 up to (and with) a step; returns its id. In a world that nothing has used yet the way
 * to the last cloned state is not walked again.
 */
export async function carryOut(plant: TicketWorld, upTo: Step, workId?: string): Promise<string> {
  const way = order.slice(0, order.indexOf(upTo) + 1)
  const state = way.findLast((step) => cloned.includes(step))
  if (state !== undefined && workId === undefined) {
    const id = await plant.beginAt(state, (fresh) => fromStateBefore(fresh, state))
    if (id !== null) return walk(plant, id, way.slice(way.indexOf(state) + 1))
  }
  plant.at('07:50')
  return walk(plant, workId ?? (await plant.draft()), way)
}

async function walk(plant: TicketWorld, workId: string, way: readonly Step[]): Promise<string> {
  for (const step of way) await steps[step](plant, workId)
  return workId
}

async function fromStateBefore(plant: TicketWorld, state: Step): Promise<string> {
  const before = order[order.indexOf(state) - 1]
  const workId = before === undefined ? await plant.draft() : await carryOut(plant, before)
  return walk(plant, workId, [state])
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
