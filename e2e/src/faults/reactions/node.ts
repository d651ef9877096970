import { loadConfig } from '@suoan/platform/config'
import { createServer } from '@suoan/app-server/create-server'
import { inTransaction } from '@suoan/platform/db/transaction'
import { moment } from '@suoan/safety/work-tickets/testing/demo-draft'
import { manualClock } from '@suoan/kit/clock'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from './kinds.ts'
import type { Answer, Order } from './node-process.ts'

/**
 * A server as a process of its own that is killed and stopped: it takes orders from its parent. Its clock stands at the
 * time of the drill, and it has one consumer more, which writes down what it does.
 */
const server = await createServer(loadConfig(process.env), { clock: manualClock(moment('10:00')) })
const { ctx } = server
ctx.reactions.declare({
  name: 'drill.effects',
  title: '演练',
  event: 'device.gap',
  key: ({ sn }) => sn,
  wants: (_, gaps) => gaps.filter(({ sn }) => sn.startsWith('drill-')),
  atOnce: 20,
  handle: async ({ tx }, gaps) => {
    for (const { sn, from } of gaps) {
      if (sn.startsWith('drill-bad') && from === 1) {
        // Counted outside the transaction: it is taken back with the failure.
        const { rows } = await ctx.pool.query<{ tries: number }>(
          `insert into drill_try values ($1, 1) on conflict (subject) do update set tries = drill_try.tries + 1 returning tries`,
          [sn],
        )
        if ((rows[0]?.tries ?? 0) <= 10) throw new Error('演练：处理失败')
      }
      if (sn.startsWith('drill-slow')) await sleep(200)
      await sql`insert into drill_effect (subject, n, node) values (${sn}, ${from}, ${process.pid})`.execute(
        tx,
      )
    }
  },
})

const answer = (text: Answer): void => void process.send?.(text)
process.on('message', (order: Order) => {
  carryOut(order).then(
    (committed) => answer({ order: order.id, committed }),
    (error: unknown) => answer({ order: order.id, error: String(error) }),
  )
})
process.on('disconnect', () => void server.stop().then(() => process.exit()))
answer({ order: 0, committed: [] })

/** Answers with when each event was committed, epoch ms. */
async function carryOut(order: Order): Promise<[string, number][]> {
  if (order.do === 'cause') {
    const kind = kinds.find(({ consumer }) => consumer === order.consumer)
    await kind?.cause(server, order.workId)
    return []
  }
  const committed: [string, number][] = []
  const begun = performance.now()
  const done: Promise<void>[] = []
  for (let round = 0; round < order.rounds; round += 1) {
    done.push(announce(order, round, committed))
    await sleep(Math.max(0, begun + (round + 1) * order.everyMs - performance.now()))
  }
  await Promise.all(done)
  return committed
}

/** One transaction: `wanted` events that are wanted, and `unwanted` ones that no live ticket or warning is about. */
async function announce(
  order: Extract<Order, { do: 'load' }>,
  round: number,
  committed: [string, number][],
): Promise<void> {
  const subjects = order.subjects.map(
    (_, index) => order.subjects[(round + index) % order.subjects.length] ?? '',
  )
  const chosen = subjects.slice(0, order.wanted)
  await inTransaction(ctx, async (_, emit) => {
    for (const sn of chosen) emit('device.gap', { tenantId: 0, sn, from: order.from + round, to: 0 })
    for (let n = 0; n < order.unwanted; n += 1) {
      const data = { tenantId: 0, lockId: `nobody-${n}`, logId: '', workId: null }
      if (n % 3 === 0) emit('lock.stateChanged', data)
      else if (n % 3 === 1) emit('lock.opened', { ...data, userId: null, allowed: true })
      else emit('lock.closed', data)
    }
  })
  const at = Date.now()
  for (const sn of chosen) committed.push([`${sn}/${order.from + round}`, at])
}
