import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { gasPositionOf } from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { PlannedPoint, TicketPlan } from './ticket-plan.ts'
import type { PlantCrew } from './past-world.ts'

const minute = 60_000

/** Where a ticket is taken to; the states are passed in this order. */
const stages = [
  'draft',
  'submitted',
  'reviewed',
  'approved',
  'isolating',
  'locked',
  'verified',
  'ready',
  'working',
  'releasing',
  'restored',
  'finished',
] as const
export type Stage = (typeof stages)[number]

/** A ticket of the demo plant that is played step by step: each step by the right people, at its time, through their calls. */
export interface PlayedTicket {
  readonly workId: string
  readonly plan: TicketPlan
}

/** Takes a ticket to `upTo`; what stands between is chosen by `on`, called after each step. */
export async function playTicket(
  world: PlantCrew,
  plan: TicketPlan,
  upTo: Stage,
  on: Partial<Record<Stage, (ticket: PlayedTicket) => Promise<void>>> = {},
): Promise<PlayedTicket> {
  const played = await writeTicket(world, plan)
  for (const stage of stages.slice(0, stages.indexOf(upTo) + 1)) {
    await steps[stage](world, played)
    await world.settled()
    await on[stage]?.(played)
  }
  return played
}

/** Writes the draft. */
export async function writeTicket(world: PlantCrew, plan: TicketPlan): Promise<PlayedTicket> {
  world.at(plan.prepared)
  const { ticket } = await world.take(plan.crew.issue, tickets.saveDraft, draftOf(plan))
  return { workId: ticket.id, plan }
}

/** The locks that a ticket uses, by their codes. */
export const locksOf = ({ points, box, personalLocks, door }: TicketPlan): string[] => [
  ...points.map(({ lock }) => lock),
  box,
  ...personalLocks,
  door,
]

const lockId = (code: string): string => `demo-${code.toLowerCase()}`

function draftOf(plan: TicketPlan): object {
  const { crew, equip } = plan
  const person = (userId: string, roleTag: string, personalLock?: string) => ({
    userId,
    roleTag,
    ...(personalLock === undefined ? {} : { personalLockId: lockId(personalLock) }),
  })
  return {
    workName: plan.workName,
    workType: '10',
    workLevel: '2',
    areaId: equip.areaId,
    place: `${equip.equipCode} 设备位`,
    equipIds: [equip.id],
    workDepartId: crew.lead === 'u43' ? 'demo-d40' : 'demo-d20',
    content: plan.content,
    hazards: ['04', '05'],
    planStart: shanghaiTime(plan.start),
    planEnd: shanghaiTime(plan.end),
    needIsolation: 1,
    emergencyContact: '褚安 13800000012',
    gasPlaces: plan.gasLevels.map((level) => ({ place: '作业点', level })),
    points: plan.points.map(({ point, lock }) => ({ pointId: point.id, plannedLockId: lockId(lock) })),
    locks: [
      { lockId: lockId(plan.box), useType: 3 },
      { lockId: lockId(plan.door), useType: 2, userIds: [...crew.workers] },
    ],
    people: [
      person(crew.lead, 'LEAD'),
      person(crew.workers[0], 'WORK'),
      person(crew.workers[1], 'WORK'),
      person(crew.guard, 'GUARD'),
      person(crew.iso, 'ISO'),
      person(crew.verify, 'VERIFY'),
      person(
        crew.verify === 'u10' || crew.verify === 'u30' || crew.verify === 'u41' ? crew.verify : 'u10',
        'GASTEST',
      ),
    ],
    measures: [
      { content: '确认设备已停运并与系统隔离' },
      { content: '按隔离方案逐点上锁挂牌并双人确认' },
      { content: '作业区域设置警戒，无关人员不得进入' },
    ],
  }
}

/** Somebody opens a lock with his phone, by the right that a ticket gives him. */
export async function opens(
  world: PlantCrew,
  workId: string,
  who: string,
  lock: string,
  method = '01',
): Promise<void> {
  const { rows } = await world.ctx.pool.query<{ id: string }>(
    `select id from lo_lock_user where work_id = $1 and user_id = $2 and lock_id = $3 and del_flag = 0 limit 1`,
    [workId, who, lockId(lock)],
  )
  const gid = rows[0]?.id
  await world.says(lock, { type: 'OPEN', method, uid: who, ...(gid === undefined ? {} : { gid }) })
}

/** The line of somebody on a ticket. */
export async function lineOf(world: PlantCrew, workId: string, userId: string): Promise<string> {
  const { rows } = await world.ctx.pool.query<{ id: string }>(
    `select id from lo_work_person where work_id = $1 and user_id = $2 and del_flag = 0 order by id limit 1`,
    [workId, userId],
  )
  return rows[0]?.id ?? 'none'
}

/** The waiting decision of somebody on a ticket, and the content it is about. */
export async function waitingFor(
  world: PlantCrew,
  workId: string,
  who: string,
): Promise<{ readonly id: string; readonly contentHash: string }> {
  // Not the page of the ticket: it costs as much as five steps of it.
  const { rows } = await world.ctx.pool.query<{ id: string; contentHash: string | null }>(
    `select d.id, w.content_hash as "contentHash" from lo_work w join (
        select id, work_id from lo_work_review where reviewer_id = $2 and review_status = 1
        union all select id, work_id from lo_work_examine where approver_id = $2 and approve_status = 1) d on d.work_id = w.id
      where w.id = $1 limit 1`,
    [workId, who],
  )
  return { id: rows[0]?.id ?? 'none', contentHash: rows[0]?.contentHash ?? '' }
}

const proofs: Readonly<Record<string, readonly [method: string, value: string, unit: string]>> = {
  E: ['2', '0', 'V'],
  M: ['5', '0', 'mm'],
}

async function hang(
  world: PlantCrew,
  { workId, plan }: PlayedTicket,
  { point, lock }: PlannedPoint,
): Promise<void> {
  const { iso } = plan.crew
  await opens(world, workId, iso, lock)
  world.later(40_000)
  await world.take(iso, tickets.pointOperate, { workId, pointId: point.id, proof: { qr: point.qrCode } })
  world.later(50_000)
  await world.says(lock, { type: 'CLOSE' })
  world.later(10_000)
  await world.take(iso, tickets.pointLock, { workId, pointId: point.id, lockId: lockId(lock) })
  world.later(20_000)
  await world.take(iso, tickets.pointTag, { workId, pointId: point.id })
}

/** What is done to get from the stage before to each stage. */
export const steps: Readonly<Record<Stage, (world: PlantCrew, ticket: PlayedTicket) => Promise<void>>> = {
  draft: async () => {},
  async submitted(world, { workId, plan }) {
    world.at(plan.prepared + 10 * minute)
    await world.take(plan.crew.issue, tickets.submit, { workId })
  },
  async reviewed(world, { workId, plan }) {
    world.at(plan.prepared + 30 * minute)
    const row = await waitingFor(world, workId, plan.crew.review)
    await world.take(plan.crew.review, workReviewEndpoints.decide, {
      ...row,
      reviewStatus: 8,
      opinion: '隔离方案完整',
    })
  },
  async approved(world, { workId, plan }) {
    world.at(plan.prepared + 55 * minute)
    const row = await waitingFor(world, workId, plan.crew.approve)
    await world.take(plan.crew.approve, workExamineEndpoints.decide, {
      ...row,
      approveStatus: 8,
      opinion: '同意',
    })
  },
  async isolating(world, { workId, plan }) {
    world.at(plan.isolated)
    await world.take(plan.crew.permit, tickets.isolateStart, { workId })
  },
  async locked(world, ticket) {
    for (const [index, point] of ticket.plan.points.entries()) {
      world.at(ticket.plan.hung + index * 3 * minute)
      await hang(world, ticket, point)
    }
  },
  async verified(world, { workId, plan }) {
    world.at(plan.proven)
    // Whoever verifies has every lock tell how it stands first.
    for (const { lock } of plan.points) await world.confirms(lock)
    world.later(30_000)
    for (const { point } of plan.points) {
      const [verifyMethod, verifyValue, verifyUnit] = proofs[point.energyType] ?? ['3', '0', 'MPa']
      await world.take(plan.crew.verify, tickets.pointVerify, {
        workId,
        pointId: point.id,
        verifyMethod,
        verifyValue,
        verifyUnit,
        verifyResult: 1,
      })
    }
  },
  async ready(world, { workId, plan }) {
    const { crew } = plan
    world.at(plan.start - 6 * minute)
    await sampleGas(world, { workId, plan })
    const personIds = await Promise.all(crew.workers.map((who) => lineOf(world, workId, who)))
    await world.take(crew.lead, tickets.brief, { workId, personIds })
    for (const who of crew.workers) await world.take(who, tickets.briefConfirm, { workId })
    await world.take(crew.guard, tickets.guardIn, {
      workId,
      personId: await lineOf(world, workId, crew.guard),
    })
    const { rows } = await world.ctx.pool.query<{ id: string }>(
      'select id from lo_work_measure where work_id = $1 and involve = 1 and del_flag = 0 order by order_num',
      [workId],
    )
    await world.take(crew.guard, tickets.measureConfirm, { workId, measureIds: rows.map(({ id }) => id) })
    world.at(plan.start - 3 * minute)
    for (const [index, who] of crew.workers.entries()) {
      const code = plan.personalLocks[index] ?? plan.personalLocks[0]
      await opens(world, workId, who, code)
      world.later(15_000)
      await world.says(code, { type: 'CLOSE' })
      world.later(5_000)
      await world.take(who, tickets.personalLockOn, { workId, lockId: lockId(code), boxId: lockId(plan.box) })
    }
  },
  async working(world, { workId, plan }) {
    const { crew } = plan
    world.at(plan.start)
    for (const { lock } of plan.points) await world.confirms(lock)
    await world.take(crew.lead, tickets.start, { workId })
    await world.take(crew.permit, tickets.start, { workId })
    world.at(plan.start + 3 * minute)
    for (const who of crew.workers)
      await world.take(crew.lead, tickets.personIn, { workId, personId: await lineOf(world, workId, who) })
  },
  async releasing(world, { workId, plan }) {
    const { crew } = plan
    world.at(plan.end - 60 * minute)
    // Whoever has left already is refused, and is out.
    for (const who of crew.workers)
      await world.call(crew.lead, tickets.personOut, { workId, personId: await lineOf(world, workId, who) })
    world.at(plan.end - 55 * minute)
    await world.take(crew.lead, tickets.releaseBegin, {
      workId,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await world.photo(crew.lead),
      notified: true,
    })
  },
  async restored(world, { workId, plan }) {
    const { crew } = plan
    world.at(plan.end - 50 * minute)
    for (const [index, who] of crew.workers.entries()) {
      const code = plan.personalLocks[index] ?? plan.personalLocks[0]
      // A lock that others had to remove is off; any other that stays on holds the points (G18).
      await world.call(who, tickets.personalLockOff, { workId, lockId: lockId(code) })
    }
    for (const [index, { point, lock }] of plan.points.toReversed().entries()) {
      world.at(plan.end - (45 - index * 5) * minute)
      await opens(world, workId, crew.iso, lock)
      world.later(30_000)
      await world.take(crew.iso, tickets.pointRestore, { workId, pointId: point.id })
      world.later(30_000)
      await world.says(lock, { type: 'CLOSE' })
    }
  },
  async finished(world, { workId, plan }) {
    const { crew } = plan
    world.at(plan.end - 20 * minute)
    await world.take(crew.lead, tickets.finish, { workId, closeResult: '1', notified: true })
    world.later(2 * minute)
    await world.take(crew.accept, tickets.accept, { workId })
    world.at(plan.end - 15 * minute)
    await world.take(crew.permit, tickets.finish, { workId, closeResult: '1', notified: true })
  },
}

/** Oxygen and methane at each height of the place of work, in order. */
export async function sampleGas(world: PlantCrew, { workId, plan }: PlayedTicket): Promise<void> {
  const deviceSn = `GAS${2 + Math.floor(world.random() * 3)}`
  for (const level of plan.gasLevels)
    for (const [gasCode, value] of [
      ['O2', Math.round(207 + world.random() * 3) / 10],
      ['CH4', Math.round(world.random() * 3) / 100],
    ] as const)
      await world.take(plan.crew.verify, tickets.gasAdd, {
        workId,
        pointDesc: gasPositionOf({ place: '作业点', level }),
        gasCode,
        value,
        unit: '%vol',
        sampleTime: shanghaiTime(world.ctx.clock.now()),
        deviceSn,
      })
}
