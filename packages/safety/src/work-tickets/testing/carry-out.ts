import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import type { TicketWorld } from './ticket-world.ts'

/** The isolation points of SC01 with their tags, planned locks, and how zero energy is proven. */
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

/** Who carries a ticket out, in a test world or a whole plant: calls as somebody, and a lock that reports itself shut. */
export interface Crew {
  readonly take: TicketWorld['take']
  closes(code: string): Promise<void>
}

/** The calls of SC01, each by the right people; time and what is around them belong to whoever uses them. */
export const crewActions = {
  async submit({ take }: Crew, workId: string) {
    await take('u1', tickets.submit, { workId })
  },
  async review({ take }: Crew, workId: string) {
    const { ticket, reviews } = await take('u2', tickets.detail, { id: workId })
    const row = reviews.find((each) => each['reviewerId'] === 'u2' && each['reviewStatus'] === 1)
    const decision = { id: row?.['id'], reviewStatus: 8, contentHash: ticket['contentHash'] }
    await take('u2', workReviewEndpoints.decide, decision)
  },
  async approve({ take }: Crew, workId: string) {
    const { ticket, examines } = await take('u3', tickets.detail, { id: workId })
    const row = examines.find((each) => each['approverId'] === 'u3' && each['approveStatus'] === 1)
    const decision = { id: row?.['id'], approveStatus: 8, contentHash: ticket['contentHash'] }
    await take('u3', workExamineEndpoints.decide, decision)
  },
  async isolate({ take }: Crew, workId: string) {
    await take('u4', tickets.isolateStart, { workId })
  },
  async lockPoint({ take, closes }: Crew, workId: string, { pointId, qr, lock, lockId }: PlannedPoint) {
    await take('u9', tickets.pointOperate, { workId, pointId, proof: { qr } })
    await closes(lock)
    await take('u9', tickets.pointLock, { workId, pointId, lockId })
    await take('u9', tickets.pointTag, { workId, pointId })
  },
  async drain({ take }: Crew, workId: string) {
    const drained = { workId, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
    await take('u9', tickets.pointOperate, drained)
  },
  async verifyPoint({ take }: Crew, workId: string, { pointId, method, unit }: PlannedPoint) {
    await take('u10', tickets.pointVerify, proofOf(workId, pointId, method, '0', unit))
  },
  async verifyDrain({ take }: Crew, workId: string) {
    await take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt4', '4', '全开', ''))
  },
  /** Briefed and signed, the guardian at his post, the measures seen. */
  async brief({ take }: Crew, workId: string) {
    const personIds = [await personId({ take }, workId, 'u6'), await personId({ take }, workId, 'u7')]
    await take('u5', tickets.brief, { workId, personIds })
    for (const who of ['u6', 'u7']) await take(who, tickets.briefConfirm, { workId })
    await take('u8', tickets.guardIn, { workId, personId: await personId({ take }, workId, 'u8') })
    await crewActions.confirmMeasures({ take }, workId)
  },
  /** The guardian has seen every measure in place (G28). */
  async confirmMeasures({ take }: Pick<Crew, 'take'>, workId: string, who = 'u8') {
    const { measures } = await take(who, tickets.detail, { id: workId })
    const measureIds = measures.filter((row) => row.involve === 1).map((row) => String(row['id']))
    await take(who, tickets.measureConfirm, { workId, measureIds })
  },
  async personalLockOn({ take }: Crew, workId: string, who: 'u6' | 'u7') {
    const lockId = who === 'u6' ? 'demo-pl6' : 'demo-pl7'
    await take(who, tickets.personalLockOn, { workId, lockId, boxId: 'demo-lb1' })
  },
  async start({ take }: Crew, workId: string) {
    await take('u5', tickets.start, { workId })
    await take('u4', tickets.start, { workId })
  },
} as const

/** The row of somebody on a ticket; `none` when he is not named. */
export async function personId(
  { take }: Pick<Crew, 'take'>,
  workId: string,
  userId: string,
): Promise<string> {
  const { people } = await take('u1', tickets.detail, { id: workId })
  return String(people.find((row) => row['userId'] === userId)?.['id'] ?? 'none')
}

const crewOf = ({ take, locks }: TicketWorld): Crew => ({ take, closes: locks.closes })

/** The steps of SC01 in order; each leaves the ticket where its name says. */
export const steps = {
  async submitted(plant: TicketWorld, workId: string) {
    plant.at('08:00')
    await crewActions.submit(crewOf(plant), workId)
  },
  async reviewed(plant: TicketWorld, workId: string) {
    plant.at('08:10')
    await crewActions.review(crewOf(plant), workId)
  },
  async approved(plant: TicketWorld, workId: string) {
    plant.at('08:20')
    await crewActions.approve(crewOf(plant), workId)
  },
  async isolating(plant: TicketWorld, workId: string) {
    plant.at('08:30')
    await crewActions.isolate(crewOf(plant), workId)
  },
  async locked(plant: TicketWorld, workId: string) {
    plant.at('08:50')
    for (const point of points) await crewActions.lockPoint(crewOf(plant), workId, point)
    await crewActions.drain(crewOf(plant), workId)
  },
  async verified(plant: TicketWorld, workId: string) {
    plant.at('08:54')
    for (const point of points) await crewActions.verifyPoint(crewOf(plant), workId, point)
    await crewActions.verifyDrain(crewOf(plant), workId)
  },
  async ready(plant: TicketWorld, workId: string) {
    plant.at('08:56')
    await crewActions.brief(crewOf(plant), workId)
    for (const who of ['u6', 'u7'] as const) await crewActions.personalLockOn(crewOf(plant), workId, who)
  },
  async working(plant: TicketWorld, workId: string) {
    plant.at('09:00')
    await crewActions.start(crewOf(plant), workId)
  },
  async releasing(plant: TicketWorld, workId: string) {
    plant.at('15:00')
    await plant.take('u5', tickets.releaseBegin, {
      workId,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
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
