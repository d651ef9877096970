import { upTopic } from '@suoan/contract/device'
import { systemClock, type Clock } from '@suoan/kit/clock'
import { seededRandom } from '@suoan/kit/id'
import { connect, type Connection } from './connection.ts'
import { LockModel } from './lock-model.ts'

export type LoadOptions = {
  readonly url: string
  readonly tenantId: number
  secretOf(sn: string): string
  /** Events per second, over all connections. */
  readonly rate: number
  readonly seconds: number
  /** Gateways that connect; the locks are spread over them as children. */
  readonly gateways: readonly string[]
  /** Serial numbers of the locks that speak. */
  readonly locks: readonly string[]
  /** The command that an opening of this lock names; none makes it an opening nobody allowed. */
  commandOf?(sn: string): string
  readonly seed?: number
  readonly clock?: Clock
}

/** Milliseconds from publish to PUBACK, that is until the platform has stored the event. */
export type Latency = {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

export type LoadReport = {
  readonly sent: number
  readonly acked: number
  readonly failed: number
  /** Seconds from the first publish to the last answer. */
  readonly seconds: number
  /** Answered events per second over that time. */
  readonly rate: number
  readonly latency: Latency
}

const TICK_MS = 10

/** Publishes OPEN and CLOSE events at a steady rate, one event per message, and waits for every answer. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { tenantId, rate, seconds } = options
  const random = seededRandom(options.seed ?? 1)
  const clock = options.clock ?? systemClock
  const links = await Promise.all(
    options.gateways.map(async (sn) => ({ sn, connection: await connectGateway(options, sn) })),
  )
  const locks = options.locks.map((sn, index) => {
    const link = links[index % links.length]
    if (!link) throw new Error('a load run needs at least one gateway')
    return { link, model: new LockModel({ sn, open: false, skew: 0, clock, random }) }
  })
  const waits: number[] = []
  const pending = new Set<Promise<void>>()
  let [sent, failed] = [0, 0]
  const begun = performance.now()

  function sendOne(): void {
    const lock = locks[sent % locks.length]
    if (!lock) return
    sent += 1
    const { model, link } = lock
    const closing = model.latch === 0
    const to = closing ? 1 : 0
    const { payload } = model.happen(
      closing ? 'CLOSE' : 'OPEN',
      { latch: to, shackle: to },
      closing || !options.commandOf ? {} : { cmd: options.commandOf(model.sn) },
    )
    const at = performance.now()
    const answered = link.connection
      .publish(upTopic({ tenantId, sn: model.sn, parentSn: link.sn }, 'event'), JSON.stringify(payload), {
        qos: 1,
        retain: false,
      })
      .then(
        () => void waits.push(performance.now() - at),
        () => void (failed += 1),
      )
      .finally(() => pending.delete(answered))
    pending.add(answered)
  }

  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      // By elapsed time, not by ticks: a late tick catches up.
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - begun) / 1000) * rate))
      while (sent < due) sendOne()
      if (sent < rate * seconds) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  await Promise.all(pending)
  const took = (performance.now() - begun) / 1000
  await Promise.all(links.map(({ connection }) => connection.close()))
  return {
    sent,
    acked: waits.length,
    failed,
    seconds: took,
    rate: waits.length / took,
    latency: percentiles(waits),
  }
}

function percentiles(waits: readonly number[]): Latency {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

function connectGateway(options: LoadOptions, sn: string): Promise<Connection> {
  const { url, tenantId, secretOf } = options
  const offline = { v: 1, sn, boot: '00000000', status: 'offline' }
  return connect({
    url,
    clientId: sn,
    username: `${tenantId}/${sn}`,
    password: secretOf(sn),
    filters: [`lo/v1/${tenantId}/${sn}/down/#`],
    will: { topic: upTopic({ tenantId, sn }, 'status'), payload: JSON.stringify(offline) },
    onConnected: () => {},
    onMessage: () => {},
    onTrouble: () => {},
  })
}
