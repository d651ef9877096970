import type { Context } from '@suoan/platform/context'
import type { Simulator } from '@suoan/simulator'
import { openPastWorld, type PlantCrew } from './past-world.ts'

/**
 * The demo people at work now: each call of theirs becomes true at once, and locks move in the simulator's hands. Consoles hear of what changed as if somebody had
 * called the server itself.
 */
export async function openLiveCrew(live: Context, simulator: Simulator): Promise<PlantCrew> {
  const world = await openPastWorld(live)
  let seed = Math.floor(live.clock.now() / 1000)
  for (const name of ['lock.changed', 'ticket.changed'] as const)
    world.ctx.broadcasts.on(name, (data) => live.broadcasts.emit(name, data as never))
  const one = <T>(work: () => Promise<T>): Promise<T> => {
    seed += 1
    return world.inTransaction(seed, async () => {
      world.at(live.clock.now())
      const result = await work()
      await world.settled()
      return result
    })
  }
  return {
    ctx: live,
    random: () => world.random(),
    at: () => {},
    later: () => {},
    call: (who, endpoint, input) => one(() => world.call(who, endpoint, input)),
    take: (who, endpoint, input) => one(() => world.take(who, endpoint, input)),
    async says(code, { type, to: _to, ...cause }) {
      const lock = simulator.lock(code)
      if (type === 'OPEN') await lock.open({ method: cause.method, uid: cause.uid, gid: cause.gid })
      else if (type === 'CLOSE') await lock.close()
      else await lock.readstate()
    },
    confirms: (code) => simulator.lock(code).readstate(),
    photo: (who) => one(() => world.photo(who)),
    settled: async () => {},
    close: () => world.close(),
  }
}
