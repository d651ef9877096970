import {
  workExecutionEndpoints as execution,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { seededRandom } from '@suoan/kit/id'
import { worksPoints } from '@suoan/safety/seed/works/places'
import { lineOf, locksOf, playTicket, waitingFor, type PlayedTicket, type Stage } from './play-ticket.ts'
import type { PastWorld } from './past-world.ts'
import { planTicket, type Crew, type TicketPlan } from './ticket-plan.ts'

const minute = 60_000

/** A ticket of the day of the first start, as it stands when people open the product. */
export interface TodayTicket {
  readonly equip: string
  readonly upTo: Stage
  /** Minutes from the first start to its writing; three hours before its beginning when it is not given. */
  readonly written?: number
  /** Minutes from the first start to the beginning of its isolation; an hour before the work when it is not given. */
  readonly isolated?: number
  /** Minutes from the first start to the locking of its first point, and to the proof of all; as `planTicket` says otherwise. */
  readonly hung?: number
  readonly proven?: number
  /** Minutes from the first start to its planned beginning and end. */
  readonly starts: number
  readonly ends: number
  readonly crew?: Partial<Crew>
  readonly personalLocks?: readonly [string, string]
  readonly afterwards?: (world: PastWorld, ticket: PlayedTicket) => Promise<void>
}

/** The demo people of 3-domain.md §9.0: what waits, waits for them. */
const demoCrew: Crew = {
  issue: 'u1',
  review: 'u2',
  approve: 'u3',
  permit: 'u4',
  accept: 'u3',
  lead: 'u5',
  workers: ['u6', 'u7'],
  guard: 'u8',
  iso: 'u9',
  verify: 'u10',
}

const crewB = { lead: 'u32', workers: ['u46', 'u51'], guard: 'u27' } as const
const crewC = { lead: 'u33', workers: ['u39', 'u52'], guard: 'u28' } as const
const crewD = { lead: 'u43', workers: ['u36', 'u37'], guard: 'u24' } as const
const crewE = { lead: 'u31', workers: ['u45', 'u55'], guard: 'u25' } as const
/** Whoever keeps an isolation beyond its time is free for nothing else; the contractor's man of §9.0 is one of them. */
const crewG = { lead: 'u53', workers: ['u54', 'u13'], guard: 'u56' } as const
const crewF = { lead: 'u35', workers: ['u34', 'u38'], guard: 'u26' } as const

/** Those of §9.0, whose turn it is on one ticket after the other. */
const crewA = { lead: demoCrew.lead, workers: demoCrew.workers, guard: demoCrew.guard } as const

/** The leader has told everybody of the crew what is to be done; each of them has yet to sign that he knows it. */
const briefed: TodayTicket['afterwards'] = async (world, { workId, plan }) => {
  world.later(20_000)
  const personIds = await Promise.all(plan.crew.workers.map((who) => lineOf(world, workId, who)))
  await world.take(plan.crew.lead, tickets.brief, { workId, personIds })
}

/** Seven crews, none of which is at two places at a time; the sixth is free today, for the story. */
export const todayTickets: readonly TodayTicket[] = [
  // Its time ran out while it was locked.
  { equip: 'P-102', upTo: 'verified', starts: -400, ends: -25, crew: crewG },
  { equip: 'P-501A', upTo: 'working', starts: -95, ends: 300, crew: crewE, personalLocks: ['PL45', 'PL55'] },
  // The permitter who came in the morning hands it over: the one who follows has accepted it.
  {
    equip: 'C-601A',
    upTo: 'working',
    starts: -60,
    ends: 240,
    crew: crewB,
    personalLocks: ['PL46', 'PL51'],
    afterwards: async (world, { workId, plan }) => {
      world.at(plan.start + 48 * minute)
      await world.take(plan.crew.permit, execution.handoverAsk, {
        workId,
        roleTag: 'PERMIT',
        toUserId: 'u21',
        shiftFrom: 'D',
        shiftTo: 'E',
      })
      const { rows } = await world.ctx.pool.query<{ id: string }>(
        'select id from lo_work_handover where work_id = $1 and state = 0 and del_flag = 0',
        [workId],
      )
      world.later(2 * minute)
      await world.take('u21', execution.handoverAccept, { workId, handoverId: rows[0]?.id ?? 'none' })
    },
  },
  // Comes to its end while people look: the crew goes on to P-201A.
  { equip: 'P-301A', upTo: 'working', starts: -35, ends: 110, crew: crewC, personalLocks: ['PL39', 'PL52'] },
  { equip: 'K-101', upTo: 'locked', starts: 12, ends: 102, crew: crewD },
  // Proven and briefed: everybody of the crew has something to do before the start.
  {
    equip: 'T-301',
    upTo: 'verified',
    starts: 7,
    ends: 103,
    crew: crewA,
    afterwards: briefed,
  },
  // The next of the same crew, made ready before its time.
  {
    equip: 'P-701A',
    upTo: 'verified',
    isolated: -15,
    hung: -14,
    proven: -5,
    starts: 104,
    ends: 380,
    crew: crewA,
    afterwards: briefed,
  },
  { equip: 'E-101', upTo: 'isolating', isolated: -10, starts: 108, ends: 200, crew: crewD },
  { equip: 'P-201A', upTo: 'approved', starts: 114, ends: 236, crew: crewC },
  // For tomorrow.
  { equip: 'E-301', upTo: 'approved', written: -100, starts: 1115, ends: 1300, crew: crewF },
  { equip: 'P-402A', upTo: 'reviewed', written: -70, starts: 1100, ends: 1340, crew: crewB },
  { equip: 'V-601', upTo: 'reviewed', written: -55, starts: 1110, ends: 1350, crew: crewC },
  // Its leader is still kept by the overdue isolation: the one conflict of 冲突与排程.
  {
    equip: 'P-202B',
    upTo: 'submitted',
    written: -40,
    starts: 1120,
    ends: 1360,
    crew: { ...crewD, lead: crewG.lead },
  },
  { equip: 'CT-501A', upTo: 'submitted', written: -28, starts: 1130, ends: 1350, crew: crewA },
  {
    equip: 'F-102',
    upTo: 'submitted',
    written: -90,
    starts: 1310,
    ends: 1480,
    crew: crewF,
    afterwards: async (world, { workId, plan }) => {
      world.at(plan.prepared + 40 * minute)
      await world.take('u2', workReviewEndpoints.decide, {
        ...(await waitingFor(world, workId, 'u2')),
        reviewStatus: 9,
        reasonCode: '01',
        opinion: '炉膛置换措施不全，请补充强制通风后重新提交',
      })
    },
  },
  // Beside the running ticket on the same pump: the report of conflicts says so.
  { equip: 'P-501A', upTo: 'draft', written: -15, starts: 120, ends: 360, crew: { guard: 'u26' } },
]

export const todayCount = todayTickets.length + 1

/**
 * Locks that the past does not use: those that hang today tell of themselves, those of later tickets are passive. LK158 is
 * prised (`raiseAlarms`), and the battery of LK160 ends.
 */
const todayLocks: readonly string[] = [...numbered(137, 157), 'LK159', ...numbered(201, 220)]
function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `LK${from + index}`)
}

const pointsOf = (equip: string): number =>
  worksPoints.filter(({ pointCode }) => pointCode.startsWith(`${equip}-`)).length

/** The n-th ticket takes its locks behind those of the tickets before it. */
const locksBefore = (n: number): number =>
  todayTickets.slice(0, n).reduce((sum, { equip }) => sum + pointsOf(equip), 0)

/** Plays the n-th ticket of today; the last number raises the alarms. Each in a transaction of its own. */
export async function playToday(
  world: PastWorld,
  n: number,
  firstStart: number,
  done: () => Promise<void>,
): Promise<void> {
  await world.inTransaction(1_000_000 + n, async () => {
    const ticket = todayTickets[n]
    if (ticket === undefined) await raiseAlarms(world, firstStart)
    else await play(world, n, ticket, firstStart)
    await world.settled()
    await done()
  })
}

/** Everything that was chosen about the n-th ticket of today. */
function planOf(n: number, ticket: TodayTicket, firstStart: number): TicketPlan {
  const start = firstStart + ticket.starts * minute
  const chosen = planTicket(seededRandom(500 + n), start, { equipCode: ticket.equip })
  return {
    ...chosen,
    prepared: firstStart + (ticket.written ?? ticket.starts - 180) * minute,
    isolated: firstStart + (ticket.isolated ?? ticket.starts - 60) * minute,
    ...(ticket.hung === undefined ? {} : { hung: firstStart + ticket.hung * minute }),
    ...(ticket.proven === undefined ? {} : { proven: firstStart + ticket.proven * minute }),
    end: firstStart + ticket.ends * minute,
    points: chosen.points.map((each, index) => ({
      ...each,
      lock: todayLocks[(locksBefore(n) + index) % todayLocks.length] ?? each.lock,
    })),
    box: ['LB1', 'LB5', 'LB6'][n % 3] ?? 'LB1',
    door: `DR${String(7 + (n % 4)).padStart(2, '0')}`,
    personalLocks: ticket.personalLocks ?? ['PL6', 'PL7'],
    crew: { ...demoCrew, ...ticket.crew },
  }
}

/** The plan of the running ticket of today with this name; null for any other. */
export function runningPlan(workName: string, firstStart: number): TicketPlan | null {
  const plans = todayTickets.flatMap((ticket, n) =>
    ticket.upTo === 'working' ? [planOf(n, ticket, firstStart)] : [],
  )
  return plans.find((plan) => plan.workName === workName) ?? null
}

async function play(world: PastWorld, n: number, ticket: TodayTicket, firstStart: number): Promise<void> {
  const plan = planOf(n, ticket, firstStart)
  world.at(plan.prepared - minute)
  await world.borrow(locksOf(plan))
  const played = await playTicket(world, plan, ticket.upTo)
  await ticket.afterwards?.(world, played)
}

/** A lock that was prised, one that nobody may open that was opened, and a battery that ends. */
async function raiseAlarms(world: PastWorld, firstStart: number): Promise<void> {
  world.at(firstStart - 26 * minute)
  await world.says('LK158', { type: 'TAMPER', to: 'shut' })
  world.at(firstStart - 18 * minute)
  await world.says('DR11', { type: 'OPEN', method: '04' })
  await world.settled()
  world.at(firstStart - 17 * minute)
  await world.says('DR11', { type: 'CLOSE' })
  world.at(firstStart - 9 * minute)
  await world.says('LK160', { type: 'BATC', to: 'shut', batt: 7 })
}
