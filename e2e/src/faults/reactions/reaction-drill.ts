import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import { administer } from '../../support/database.ts'
import type { Cleanups } from '../../support/cleanups.ts'
import { say } from '../../support/root.ts'
import { Tally } from '../drills/drill.ts'
import { openDrillPlant } from '../drills/drill-plant.ts'
import { seedDrillDatabase } from '../drills/run-drills.ts'
import { kinds, type ReactionKind } from './kinds.ts'
import { startNode } from './node-process.ts'

export const reactionHeader = ['处理', '做了什么', '核对', '违反', '计数', '秒']

export interface ReactionReport {
  readonly rows: string[][]
  readonly complaints: readonly string[]
}

/** While the gate is shut nobody can claim work: a commit stays without its reaction. */
const shutGate = `
  create function drill_gate() returns trigger language plpgsql as $$ begin raise exception 'drill gate'; end $$;
  create trigger drill_gate before update on reaction for each statement execute function drill_gate()`
const openGate = 'drop trigger drill_gate on reaction; drop function drill_gate()'
const drillTables = `
  create table drill_effect (place bigserial primary key, subject text, n int, node int,
    at timestamptz not null default clock_timestamp());
  create table drill_try (subject text primary key, tries int)`

/** Longer than a lease. */
const ASLEEP_MS = 20_000

/**
 * `npm run faults -- reactions`: every kind of reaction survives kill -9 between its commit and its work; one that
 * throws ten times, a node that sleeps through its lease, and two nodes under load keep each reaction exactly once and
 * in order per subject. A deleted row is found, or the drill itself is worth nothing.
 */
export async function drillReactions(folder: string, cleanups: Cleanups): Promise<ReactionReport> {
  const url = await seedDrillDatabase(folder, cleanups)
  const at = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  const dataDir = (name: string) => path.join(folder, name)
  const workId = await prepareTicket(at, dataDir('working'), cleanups)
  const rows: string[][] = []
  const complaints: string[] = []
  let copies = 0
  const copy = async (
    ...statements: readonly string[]
  ): Promise<{ url: string; dataDir: string; pool: Pool }> => {
    copies += 1
    const name = `reactions_${copies}`
    await administer(at('postgres'), `create database ${name} template drill_working`)
    if (statements.length > 0) await administer(at(name), ...statements)
    const pool = new Pool({ connectionString: at(name), max: 2 })
    pool.on('error', () => {})
    cleanups.add(() => pool.end())
    return { url: at(name), dataDir: dataDir(name), pool }
  }
  const run = async (name: string, done: string, drill: (tally: Tally) => Promise<void>): Promise<void> => {
    const tally = new Tally()
    const begun = performance.now()
    try {
      await drill(tally)
    } catch (error) {
      tally.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    rows.push([
      name,
      done,
      String(tally.looks),
      String(tally.breaches.length),
      tally.counts.join('；'),
      seconds,
    ])
    say(`${tally.breaches.length === 0 ? '·' : '✗'} ${name}：${tally.counts.join('；')}，${seconds} s`)
    complaints.push(...tally.breaches.map((breach) => `${name}：${breach}`))
  }

  /** Commits the cause, kills the server before its reaction, and starts another; answers how often the effect is there. */
  async function killBetween(
    kind: ReactionKind,
    plant: Awaited<ReturnType<typeof copy>>,
    damage = '',
  ): Promise<{
    readonly stored: number
    readonly before: number
    readonly after: number
    readonly left: number
  }> {
    const count = async (text: string): Promise<number> =>
      (await plant.pool.query<{ n: number }>(text)).rows[0]?.n ?? 0
    const before = await count(kind.effect)
    const first = await startNode(plant.url, plant.dataDir, cleanups)
    await first.ask({ do: 'cause', consumer: kind.consumer, workId })
    const stored = await count(
      `select count(*)::int as n from reaction where consumer = '${kind.consumer}' and attempts = 0`,
    )
    first.signal('SIGKILL')
    await first.gone
    await administer(plant.url, openGate)
    if (damage !== '') await administer(plant.url, damage)
    const second = await startNode(plant.url, plant.dataDir, cleanups)
    const left = await emptied(plant.pool, 60_000)
    const after = await count(kind.effect)
    await second.stop()
    return { stored, before, after, left }
  }

  const prepared = (kind: ReactionKind) =>
    copy(
      drillTables,
      ...(kind.before === undefined ? [] : [kind.before.replaceAll('$work', workId)]),
      shutGate,
    )

  for (const kind of kinds)
    await run(kind.consumer, `kill -9：${kind.what}`, async (tally) => {
      const { stored, before, after, left } = await killBetween(kind, await prepared(kind))
      tally.holds('提交后没有存下处理', stored >= 1)
      tally.same('杀死时的结果', before, 0)
      tally.same('重启后的结果', after, 1)
      tally.same('没做完的处理', left, 0)
      tally.count(`存 ${stored}，结果 ${after}`)
    })

  await run('种下的缺失', '提交后杀死服务，并删去存下的处理', async (tally) => {
    const [kind] = kinds.filter(({ consumer }) => consumer === 'tickets.openings')
    if (!kind) throw new Error('no such kind')
    const { after } = await killBetween(kind, await prepared(kind), 'delete from reaction')
    tally.same('演练能发现的结果缺失', after, 0)
    tally.count('缺失被发现')
  })

  await run('连续失败十次', '一个对象的处理抛错十次，其后一项等待；另一个对象照常', async (tally) => {
    const plant = await copy(drillTables)
    const node = await startNode(plant.url, plant.dataDir, cleanups)
    const subjects = ['drill-bad', 'drill-good']
    await node.ask({ do: 'load', rounds: 3, everyMs: 50, subjects, wanted: 2, unwanted: 0, from: 1 })
    const hurry = setInterval(() => {
      void plant.pool
        .query('update reaction set next_time = now() where last_error is not null')
        .catch(() => {})
    }, 200)
    tally.same('没做完的处理', await emptied(plant.pool, 120_000), 0)
    clearInterval(hurry)
    const done = await effectsOf(plant.pool)
    for (const subject of subjects) tally.same(subject, done.get(subject), [1, 2, 3])
    const tries = (await plant.pool.query<{ tries: number }>('select tries from drill_try')).rows[0]?.tries
    tally.same('次数', tries, 11)
    tally.count(`试了 ${tries} 次`)
    await node.stop()
  })

  await run('睡过租约的节点', `两个节点，一个被 SIGSTOP ${ASLEEP_MS / 1000} s 后唤醒`, async (tally) => {
    const plant = await copy(drillTables)
    const [first, second] = [
      await startNode(plant.url, plant.dataDir, cleanups),
      await startNode(plant.url, plant.dataDir, cleanups),
    ]
    const subjects = Array.from({ length: 12 }, (_, index) => `drill-slow-${index}`)
    await first.ask({ do: 'load', rounds: 20, everyMs: 20, subjects, wanted: 12, unwanted: 0, from: 1 })
    await sleep(1_000)
    first.signal('SIGSTOP')
    await sleep(ASLEEP_MS)
    first.signal('SIGCONT')
    tally.same('没做完的处理', await emptied(plant.pool, 180_000), 0)
    await checkOrder(plant.pool, tally, subjects, 20)
    const nodes = await byNode(plant.pool)
    tally.count(`醒来的节点做 ${nodes.get(first.pid) ?? 0}，另一个做 ${nodes.get(second.pid) ?? 0}`)
    await first.stop()
    await second.stop()
  })

  await run('两个节点，有负荷', '各 1000 事件/s，十分之一有人要，10 s', async (tally) => {
    const plant = await copy(drillTables)
    const nodes = [
      await startNode(plant.url, plant.dataDir, cleanups),
      await startNode(plant.url, plant.dataDir, cleanups),
    ]
    const load = { do: 'load', rounds: 100, everyMs: 100, wanted: 10, unwanted: 90, from: 1 } as const
    const committed = await Promise.all(
      nodes.map((node, each) => {
        const subjects = Array.from({ length: 10 }, (_, index) => `drill-${each}-${index}`)
        return node.ask({ ...load, subjects })
      }),
    )
    tally.same('没做完的处理', await emptied(plant.pool, 120_000), 0)
    const subjects = [0, 1].flatMap((each) =>
      Array.from({ length: 10 }, (_, index) => `drill-${each}-${index}`),
    )
    await checkOrder(plant.pool, tally, subjects, 100)
    tally.count(await latency(plant.pool, committed.flat()))
    for (const node of nodes) await node.stop()
  })

  await run('空闲时的延迟', '一个节点，每 50 ms 一个事件', async (tally) => {
    const plant = await copy(drillTables)
    const node = await startNode(plant.url, plant.dataDir, cleanups)
    const subjects = Array.from({ length: 20 }, (_, index) => `drill-idle-${index}`)
    const load = { do: 'load', everyMs: 50, subjects, wanted: 1, unwanted: 0 } as const
    await node.ask({ ...load, rounds: 40, from: 1 })
    await emptied(plant.pool, 60_000)
    await administer(plant.url, 'delete from drill_effect')
    const committed = await node.ask({ ...load, rounds: 200, from: 1_001 })
    tally.same('没做完的处理', await emptied(plant.pool, 60_000), 0)
    tally.count(await latency(plant.pool, committed))
    await node.stop()
  })
  return { rows, complaints }
}

/** The demo plant with a ticket at work (20/20), as the template of the drills; answers with the ticket. */
async function prepareTicket(
  at: (name: string) => string,
  dataDir: string,
  cleanups: Cleanups,
): Promise<string> {
  await administer(at('postgres'), 'create database drill_working template suoan')
  const plant = await openDrillPlant({ url: at('drill_working'), dataDir }, cleanups)
  const workId = await carryOutToWork(plant)
  await plant.simulator.stop()
  await plant.server().stop()
  return workId
}

/** Waits until nothing is stored any more, at most so long; answers with what is left. */
async function emptied(pool: Pool, patienceMs: number): Promise<number> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from reaction')
    const left = rows[0]?.n ?? 0
    if (left === 0 || performance.now() > deadline) return left
    await sleep(100)
  }
}

/** The numbers done per subject, in the order of their commits. */
async function effectsOf(pool: Pool): Promise<Map<string, number[]>> {
  const { rows } = await pool.query<{ subject: string; n: number }>(
    'select subject, n from drill_effect order by place',
  )
  const done = new Map<string, number[]>()
  for (const { subject, n } of rows) done.set(subject, [...(done.get(subject) ?? []), n])
  return done
}

async function checkOrder(
  pool: Pool,
  tally: Tally,
  subjects: readonly string[],
  last: number,
): Promise<void> {
  const done = await effectsOf(pool)
  const wanted = Array.from({ length: last }, (_, index) => index + 1)
  for (const subject of subjects) tally.same(subject, done.get(subject), wanted)
  tally.count(`${subjects.length} 个对象各 ${last} 项，每项一次，次序不乱`)
}

async function byNode(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ node: number; n: number }>(
    'select node, count(*)::int as n from drill_effect group by node',
  )
  return new Map(rows.map(({ node, n }) => [node, n]))
}

/** From the commit of the event to the write of its reaction. */
async function latency(pool: Pool, committed: readonly (readonly [string, number])[]): Promise<string> {
  const { rows } = await pool.query<{ key: string; at: Date }>(
    `select subject || '/' || n as key, at from drill_effect`,
  )
  const done = new Map(rows.map(({ key, at }) => [key, at.getTime()]))
  const waits = committed
    .flatMap(([key, at]) => {
      const end = done.get(key)
      return end === undefined ? [] : [Math.max(0, end - at)]
    })
    .toSorted((a, b) => a - b)
  const part = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  return `提交到处理 ${waits.length} 次：p50 ${part(0.5)} ms，p99 ${part(0.99)} ms，最长 ${waits.at(-1) ?? 0} ms`
}
