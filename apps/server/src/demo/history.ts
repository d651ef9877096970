import {
  alarmEndpoints,
  emergencyEndpoints,
  workExamineEndpoints,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { gasPositionOf } from '@suoan/domain/work-ticket'
import { seededRandom } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sweepWarnings } from '@suoan/safety/warnings/sweep'
import type { PastWorld } from './past-world.ts'
import {
  lineOf,
  locksOf,
  opens,
  playTicket,
  sampleGas,
  waitingFor,
  type PlayedTicket,
} from './play-ticket.ts'
import type { PastTicket } from './past-days.ts'
import { planTicket, type TicketPlan } from './ticket-plan.ts'

const minute = 60_000
/** What becomes of a ticket, by chance from its seed. */
type Course =
  | 'plain'
  | 'rejected'
  | 'disapproved'
  | 'withdrawn'
  | 'interrupted'
  | 'forgotten'
  | 'gas'
  | 'removal'

function courseOf(chance: number): Course {
  if (chance < 0.05) return 'rejected'
  if (chance < 0.08) return 'disapproved'
  if (chance < 0.1) return 'withdrawn'
  if (chance < 0.15) return 'interrupted'
  if (chance < 0.2) return 'forgotten'
  if (chance < 0.23) return 'gas'
  return chance < 0.26 ? 'removal' : 'plain'
}

/** What becomes of a ticket of the past, as `playPast` will find it. */
export function courseOfPast({ seed, slot, start }: PastTicket): Course {
  const random = seededRandom(seed)
  // The first draw is the boot number of the locks (`past-world.ts`).
  random()
  planTicket(random, start, { slot })
  return courseOf(random())
}

/** Plays one ticket of the past from its draft to its end, in one transaction, and leaves nothing of it in the present. */
export async function playPast(
  world: PastWorld,
  { seed, slot, start }: PastTicket,
  done: () => Promise<void>,
): Promise<void> {
  await world.inTransaction(seed, async () => {
    const plan = planTicket(world.random, start, { slot })
    const locks = locksOf(plan)
    world.at(plan.prepared - minute)
    await world.borrow(locks)
    const workId = await follow(world, plan, courseOf(world.random()))
    await world.settled()
    await leaveNothingWaiting(world, workId)
    await world.giveBack()
    await done()
  })
}

async function follow(world: PastWorld, plan: TicketPlan, course: Course): Promise<string> {
  const { crew } = plan
  if (course === 'rejected' || course === 'disapproved' || course === 'withdrawn') {
    const { workId } = await playTicket(world, plan, course === 'disapproved' ? 'reviewed' : 'submitted')
    world.at(plan.prepared + 60 * minute)
    if (course === 'rejected')
      await world.take(crew.review, workReviewEndpoints.decide, {
        ...(await waitingFor(world, workId, crew.review)),
        reviewStatus: 9,
        reasonCode: '02',
        opinion: '旁路未列入隔离方案，请补充后重新提交',
      })
    else if (course === 'disapproved')
      await world.take(crew.approve, workExamineEndpoints.decide, {
        ...(await waitingFor(world, workId, crew.approve)),
        approveStatus: 9,
        reasonCode: '03',
        opinion: '与装置切换时间冲突，改期进行',
      })
    else await world.take(crew.issue, tickets.withdraw, { workId })
    world.at(plan.prepared + 80 * minute)
    await world.take(crew.issue, tickets.void, { workId, reason: '作业改期，另行办理' })
    return workId
  }
  const { workId } = await playTicket(world, plan, 'finished', {
    working: async (ticket) => {
      await work(world, ticket)
      if (course === 'interrupted') await interrupt(world, ticket)
      if (course === 'forgotten') await forget(world, ticket)
      if (course === 'gas') await gasAlarm(world, ticket)
    },
    releasing: async (ticket) => {
      if (course === 'removal') await removeLeftLock(world, ticket)
    },
    restored: async (ticket) => {
      if (course === 'removal') await acknowledgeRemoval(world, ticket)
    },
  })
  return workId
}

/** The crew opens the cabinet near by now and then. */
async function work(world: PastWorld, { workId, plan }: PlayedTicket): Promise<void> {
  const from = plan.start + 6 * minute
  const span = (plan.end - plan.start) / 2 - 20 * minute
  const openings = 8 + Math.floor(world.random() * 7)
  for (let n = 0; n < openings; n += 1) {
    const at = from + (span * n) / openings
    world.at(at)
    await opens(world, workId, plan.crew.workers[n % 2] ?? plan.crew.workers[0], plan.door, '04')
    world.at(at + 2 * minute)
    await world.says(plan.door, { type: 'CLOSE' })
  }
  await world.settled()
}

/** The leader stops the work, the cause is answered for, and it goes on. */
async function interrupt(world: PastWorld, ticket: PlayedTicket, isStopped = false): Promise<void> {
  const { workId, plan } = ticket
  const { crew } = plan
  const middle = (plan.start + plan.end) / 2
  world.at(middle)
  if (!isStopped) await world.take(crew.lead, tickets.suspend, { workId, reason: '天气变化，暂停露天作业' })
  for (const who of crew.workers)
    await world.call(crew.lead, tickets.personOut, { workId, personId: await lineOf(world, workId, who) })
  world.at(middle + 20 * minute)
  await sampleGas(world, ticket)
  for (const { lock } of plan.points) await world.confirms(lock)
  const { stopCauses } = await world.take('u12', tickets.detail, { id: workId })
  for (const { causeId, closedAt } of stopCauses)
    if (closedAt === null)
      await world.take('u12', tickets.causeClose, { workId, causeId, evidence: '原因已消除，现场复查合格' })
  await world.take(crew.lead, tickets.resume, { workId })
  await world.take(crew.permit, tickets.resume, { workId })
  for (const who of crew.workers)
    await world.take(crew.lead, tickets.personIn, { workId, personId: await lineOf(world, workId, who) })
}

/** A cabinet is left open until it is warned of. */
async function forget(world: PastWorld, { workId, plan }: PlayedTicket): Promise<void> {
  const at = (plan.start + plan.end) / 2
  world.at(at)
  await opens(world, workId, plan.crew.workers[0], plan.door, '04')
  await world.settled()
  world.at(at + 17 * minute)
  await sweepWarnings(world.ctx)
  world.at(at + 24 * minute)
  await world.says(plan.door, { type: 'CLOSE' })
  await world.settled()
}

/** Somebody went home with his lock on the box: two people agree that it is removed, before a witness (T47, T48). */
async function removeLeftLock(world: PastWorld, { workId, plan }: PlayedTicket): Promise<void> {
  const { crew } = plan
  const { now } = world.ctx.clock
  await world.take(crew.lead, emergencyEndpoints.ask, {
    workId,
    lockId: `demo-${plan.personalLocks[0].toLowerCase()}`,
    reason: '锁主已离厂，个人锁仍在锁箱上，影响恢复送电',
    ownerAbsent: '门禁记录：已刷卡离厂',
    contacts: [
      { time: shanghaiTime(now() - 4 * minute), channel: '电话', outcome: '无人接听' },
      { time: shanghaiTime(now() - 2 * minute), channel: '对讲', outcome: '无应答' },
    ],
    areaChecked: true,
    areaPhoto: await world.photo(crew.lead),
  })
  world.later(minute)
  const id = await removalOf(world, workId)
  await world.take('u12', emergencyEndpoints.decide, { id, agree: true, witnessId: crew.guard })
  world.later(minute)
  await world.take(crew.lead, emergencyEndpoints.done, { id, means: 2, photo: await world.photo(crew.lead) })
}

/** Before he works again, the owner says that he knows of it (T49). */
async function acknowledgeRemoval(world: PastWorld, { workId, plan }: PlayedTicket): Promise<void> {
  const id = await removalOf(world, workId)
  await world.take(plan.crew.workers[0], emergencyEndpoints.ack, { id, channel: 1 })
}

async function removalOf(world: PastWorld, workId: string): Promise<string> {
  const { rows } = await world.ctx.pool.query<{ id: string }>(
    'select id from lo_emergency_removal where work_id = $1',
    [workId],
  )
  return rows[0]?.id ?? 'none'
}

/** Methane is found: the work stops by itself, is aired and goes on. */
async function gasAlarm(world: PastWorld, ticket: PlayedTicket): Promise<void> {
  const { workId, plan } = ticket
  world.at((plan.start + plan.end) / 2)
  await world.take(plan.crew.guard, tickets.gasAdd, {
    workId,
    pointDesc: gasPositionOf({ place: '作业点', level: plan.gasLevels[0] ?? '' }),
    gasCode: 'CH4',
    value: 0.6,
    unit: '%vol',
    sampleTime: shanghaiTime(world.ctx.clock.now()),
    deviceSn: 'GAS2',
  })
  await interrupt(world, ticket, true)
}

/**
 * What the past would still do or ask now is settled at its own time: its alarms are closed by the safety officer, its timers
 * are taken off, its notices are read, and no message of it is sent.
 */
async function leaveNothingWaiting(world: PastWorld, workId: string): Promise<void> {
  const { pool, clock } = world.ctx
  const { rows } = await pool.query<{ id: string }>(
    'select id from lo_alarm where tenant_id = 0 and status in (0, 1) and last_time <= $1',
    [new Date(clock.now())],
  )
  world.at(clock.now() + 30 * minute)
  for (const { id } of rows) {
    await world.call('u12', alarmEndpoints.ack, { id })
    await world.call('u12', alarmEndpoints.close, { id, handleResult: '现场核实，已处理' })
  }
  await world.settled()
  const now = new Date(clock.now())
  await pool.query(
    `delete from lo_timer where tenant_id = 0
      and (subject_id = $1 or subject_id in (select id from lo_emergency_removal where work_id = $1))`,
    [workId],
  )
  await pool.query(
    `update sys_announcement_send set read_flag = '1', read_time = $1 where read_flag = '0' and create_time <= $1`,
    [now],
  )
  await pool.query(
    `update sys_sms set state = 5, next_time = null where next_time is not null and create_time <= $1`,
    [now],
  )
}
