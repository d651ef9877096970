import { createServer } from '@suoan/app-server/create-server'
import { manualClock } from '@suoan/kit/clock/testing'
import { loadConfig } from '@suoan/platform/config'
import { inTransaction } from '@suoan/platform/db/transaction'
import { createLog } from '@suoan/platform/log'
import { alarmsOfLastDay } from '@suoan/safety/warnings/alarms/from-logs'
import { sweepWarnings } from '@suoan/safety/warnings/sweep'
import { catchUp } from '@suoan/safety/work-tickets/catch-up'
import { moment } from '@suoan/safety/work-tickets/testing/demo-draft'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from './kinds.ts'
import type { Answer, Committed, Order } from './node-process.ts'

/**
 * A server as a process of its own that is killed and stopped: it takes orders from its parent. Its clock stands at the
 * time of the drill, and it has one consumer more, which writes down what it does.
 */
const logged: string[] = []
const log = createLog('warn', { write: (line) => void logged.push(line) })
const server = await createServer(loadConfig(process.env), { clock: manualClock(moment('10:00')), log })
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
      if (sn.startsWith('drill-slow')) await sleep(150)
      await sql`insert into drill_effect (subject, n, node) values (${sn}, ${from}, ${process.pid})`.execute(
        tx,
      )
    }
  },
})

const answer = (text: Answer): void => void process.send?.(text)
process.on('message', (order: Order) => {
  carryOut(order).then(
    (committed) => answer({ order: order.id, committed, logged: logged.splice(0) }),
    (error: unknown) =>
      answer({
        order: order.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  )
})
process.on('disconnect', () => void server.stop().then(() => process.exit()))
answer({ order: 0, committed: [], logged: [] })

/** Answers with when each event was committed. */
async function carryOut(order: Order): Promise<readonly Committed[]> {
  if (order.do === 'cause') {
    const kind = kinds.find(({ consumer }) => consumer === order.consumer)
    await kind?.cause(server, order.workId)
    return []
  }
  if (order.do === 'sweep') {
    await catchUp(ctx)
    await sweepWarnings(ctx)
    await inTransaction(ctx, (tx, emit) => alarmsOfLastDay({ ctx, tx, emit, now: ctx.clock.now() }))
    return []
  }
  const committed: Committed[] = []
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
  committed: Committed[],
): Promise<void> {
  const chosen = Array.from(
    { length: order.wanted },
    (_, index) => order.subjects[(round * order.wanted + index) % order.subjects.length] ?? '',
  )
  const numbered = await inTransaction(ctx, async (tx, emit) => {
    // Whoever announces holds the row of the subject, as the product does: the order of the commits is that of the numbers.
    const { rows } = await sql<{ subject: string; n: number }>`
      with held as materialized (
        select subject from drill_subject where subject = any(${chosen}::text[]) order by subject for update)
      update drill_subject s set n = s.n + 1 from held where held.subject = s.subject
      returning s.subject, s.n`.execute(tx)
    for (const { subject, n } of rows) emit('device.gap', { tenantId: 0, sn: subject, from: n, to: 0 })
    for (let n = 0; n < order.unwanted; n += 1) {
      const data = { tenantId: 0, lockId: `nobody-${n}`, logId: '', workId: null }
      if (n % 3 === 0) emit('lock.stateChanged', data)
      else if (n % 3 === 1) emit('lock.opened', { ...data, userId: null, allowed: true })
      else emit('lock.closed', data)
    }
    return rows
  })
  const at = Date.now()
  for (const { subject, n } of numbered) committed.push([`${subject}/${n}`, at])
}
