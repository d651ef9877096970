import { isTicketIn, presenceGap } from '@suoan/domain/work-ticket'
import type { Runs } from './asked.ts'
import type { WorldMove } from './locks.ts'
import { personOf } from './people-facts.ts'
import { nameOf, workers } from './people.ts'
import { onRunning } from './perform-running.ts'
import { momentOf, type Running, type World } from './world.ts'

/** Why the server stops the work. */
export const guardAway = '监护人离岗'

/** What happens to people and no event of the table tells: the guardian leaves and comes back, a day pass runs out. */
export function absences(world: World, runs: readonly Runs[]): WorldMove[] {
  return [
    ...(runs.includes('guard') ? guardians(world) : []),
    ...(runs.includes('pass') ? passes(world) : []),
  ]
}

/** He may leave at any time. After `guardAwayMin.stop` the server stops what is at work (§4.4, T32). */
function guardians(world: World): WorldMove[] {
  return world.tickets.flatMap((each, index): WorldMove[] => {
    if (!isTicketIn('executing', each.ticket)) return []
    const move = (guard: Running['guard'], text: string): WorldMove => ({
      kind: 'lapse',
      text: `${each.ticket.workNo} ${text}`,
      after: onRunning(world, index, () => ({ guard })),
      opened: null,
      asks:
        guard === 'late' && isTicketIn('atWork', each.ticket)
          ? [{ index, event: { type: 'suspend', reason: guardAway } }]
          : [],
    })
    if (each.running.guard === 'here') return [move('away', '监护人离岗')]
    const back = move('here', '监护人回岗')
    return each.running.guard === 'away' ? [back, move('late', '监护人离岗满五分钟')] : [back]
  })
}

const passes = (world: World): WorldMove[] =>
  workers
    .filter((id) => world.traits[id].external && !world.workers[id].passOver)
    .map((id) => ({
      kind: 'lapse',
      text: `${nameOf(id)} 的当日通行证到期`,
      after: { ...world, workers: { ...world.workers, [id]: { ...world.workers[id], passOver: true } } },
      opened: null,
    }))

/** What must not stand in any state: work without a guardian beyond its time, a pass that ended and calls nobody (T28). */
export function leftAlone(world: World): { id: string; text: string } | null {
  for (const each of world.tickets) {
    if (each.running.guard === 'late' && isTicketIn('atWork', each.ticket))
      return { id: 'P90', text: '监护人离岗满五分钟，作业没有停止' }
    const uncalled = workers.find(
      (id) =>
        world.workers[id].insideOf === each.ticket.id &&
        world.workers[id].passOver &&
        presenceGap({ ...personOf(world, id, each), isKnown: true }, momentOf[world.clock]) === null,
    )
    if (uncalled !== undefined)
      return { id: 'P91', text: `${nameOf(uncalled)} 的通行证已到期，人还在现场，却不会被提醒离场` }
  }
  return null
}
