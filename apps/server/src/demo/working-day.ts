import { workTicketEndpoints as tickets, type DemoPace } from '@suoan/contract'
import { systemRandom } from '@suoan/kit/id'
import type { Context } from '@suoan/platform/context'
import type { Simulator } from '@suoan/simulator'
import { sql } from 'kysely'
import type { PlantCrew } from './past-world.ts'
import { opens, steps } from './play-ticket.ts'
import { runningPlan } from './today.ts'

/** Between two things that happen on the plant at its own pace, ms. */
const EVERY_MS = 60_000
/** How long a cabinet stands open at the plant's own pace, and how short at most. */
const OPEN_MS = 90_000
const OPEN_AT_LEAST_MS = 2_000
/** Of so many openings one is forgotten until it has been warned of. */
const FORGOTTEN_ONE_IN = 40
const FORGOTTEN_MS = 18 * 60_000
/** So long before its end a ticket is brought to a close. */
const END_MS = 30 * 60_000

/** The life of the demo works by day: what its people do on the tickets that ran when it was opened. */
export interface WorkingDay {
  readonly pace: DemoPace
  setPace(pace: DemoPace): void
  stop(): Promise<void>
}

interface Running {
  readonly id: string
  readonly workName: string
  readonly validEnd: Date
  readonly firstStart: Date
  readonly lead: string
  readonly door: string | null
  readonly workers: readonly { readonly line: string; readonly who: string; readonly isIn: boolean }[]
}

/** Begins the day; it stands still when the pace is 0. */
export function startWorkingDay(ctx: Context, simulator: Simulator, crew: PlantCrew): WorkingDay {
  let pace: DemoPace = 1
  let next: NodeJS.Timeout | undefined
  let isStopped = false
  /** Doors that stand open, with what will shut them. */
  const shutting = new Map<string, NodeJS.Timeout>()
  let acting: Promise<void> = Promise.resolve()

  const plan = (): void => {
    clearTimeout(next)
    if (isStopped || pace === 0) return
    next = setTimeout(() => {
      acting = act()
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'the demo day could not go on'))
        .finally(plan)
    }, EVERY_MS / pace)
    next.unref()
  }

  const act = async (): Promise<void> => {
    const running = await runningTickets(ctx)
    const ending = running.find(({ validEnd }) => validEnd.getTime() - ctx.clock.now() < END_MS)
    if (ending !== undefined) return await finish(ending)
    const ticket = running[Math.floor(systemRandom() * running.length)]
    if (ticket === undefined) return
    const worker = ticket.workers[Math.floor(systemRandom() * ticket.workers.length)]
    if (worker === undefined) return
    const what = systemRandom()
    // Refused is as good as done: the rules decide what may happen on the plant.
    if (what < 0.6 && ticket.door !== null && worker.isIn) await openDoor(ticket.id, ticket.door, worker.who)
    else if (worker.isIn)
      await crew.call(ticket.lead, tickets.personOut, { workId: ticket.id, personId: worker.line })
    else await crew.call(ticket.lead, tickets.personIn, { workId: ticket.id, personId: worker.line })
  }

  /** People leave, the locks come off, and the ticket is closed before its time is over. */
  const finish = async ({ id, workName, firstStart }: Running): Promise<void> => {
    const plan = runningPlan(workName, firstStart.getTime())
    if (plan === null) return
    for (const stage of ['releasing', 'restored', 'finished'] as const)
      await steps[stage](crew, { workId: id, plan })
  }

  const openDoor = async (workId: string, code: string, who: string): Promise<void> => {
    if (!simulator.devices.some(({ sn }) => sn === code)) return
    const lock = simulator.lock(code)
    if (lock.state().latch === 0) {
      // Left open when the server was ended.
      if (!shutting.has(code)) await lock.close()
      return
    }
    await opens(crew, workId, who, code, '04')
    const isForgotten = systemRandom() * FORGOTTEN_ONE_IN < 1
    const after = isForgotten ? FORGOTTEN_MS : Math.max(OPEN_AT_LEAST_MS, OPEN_MS / Math.max(1, pace))
    const timer = setTimeout(() => {
      shutting.delete(code)
      lock.close().catch((error: unknown) => ctx.log.warn({ err: error }, 'a demo lock could not be shut'))
    }, after)
    timer.unref()
    shutting.set(code, timer)
  }

  plan()
  return {
    get pace() {
      return pace
    },
    setPace(wanted) {
      pace = wanted
      plan()
    },
    async stop() {
      isStopped = true
      clearTimeout(next)
      for (const timer of shutting.values()) clearTimeout(timer)
      await acting
    },
  }
}

/** The tickets of the first day that people work on now; one that a visitor has written is his alone. */
async function runningTickets(ctx: Context): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select w.id, w.work_name, w.valid_end, d.first_start,
      (select p.user_id from lo_work_person p where p.work_id = w.id and p.role_tag = 'LEAD' and p.del_flag = 0 limit 1) as lead,
      (select l.lock_code from lo_work_lock k join lo_lock l on l.id = k.lock_id
        where k.work_id = w.id and k.use_type = 2 and k.del_flag = 0 limit 1) as door,
      (select coalesce(jsonb_agg(jsonb_build_object('line', p.id, 'who', p.user_id, 'isIn', p.on_state = 1)), '[]')
        from lo_work_person p where p.work_id = w.id and p.role_tag = 'WORK' and p.del_flag = 0 and p.user_id is not null) as workers
    from lo_work w, demo_plant d
    where w.tenant_id = 0 and w.del_flag = 0 and w.work_status = 20 and w.exec_phase = 20 and w.valid_end is not null
      and w.create_time <= d.first_start`.execute(ctx.db)
  return rows
}
