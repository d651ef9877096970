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
import { startNode, type Committed, type NodeProcess } from './node-process.ts'

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
/** The looks of the product for what was missed are done when the drill asks for them: they would heal what it breaks. */
const stopSweeps = `
  create function drill_no_sweep() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger drill_no_sweep before insert on lo_timer for each row
    when (new.kind in ('warning.sweep', 'alarm.sweep')) execute function drill_no_sweep();
  delete from lo_timer where kind in ('warning.sweep', 'alarm.sweep')`
const drillTables = `
  create table drill_effect (place bigserial primary key, subject text, n int, node int,
    at timestamptz not null default clock_timestamp());
  create table drill_subject (subject text primary key, n int not null default 0);
  create table drill_try (subject text primary key, tries int)`

/** Longer than a lease (15 s). */
const ASLEEP_MS = 18_000
/** Goals for the time from the commit of an event to its reaction, 99 of 100 (§1). */
const idleGoalMs = 200
const loadedGoalMs = 1_000

interface Plant {
  readonly url: string
  readonly dataDir: string
  readonly pool: Pool
}

/**
 * `npm run faults -- reactions`: every kind of reaction survives kill -9 between its commit and its work; one that
 * throws ten times, a node that sleeps through its lease, and two nodes under load keep each reaction exactly once and
 * in order per subject. A deleted row is found by the drill, or the drill itself is worth nothing, and by the looks of
 * the product, which do the work late, count it and alarm.
 */
export async function drillReactions(folder: string, cleanups: Cleanups): Promise<ReactionReport> {
  const url = await seedDrillDatabase(folder, cleanups)
  const at = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  const workId = await prepareTicket(at, path.join(folder, 'working'), cleanups)
  const report = new Report()
  let copies = 0
  let copying: Promise<unknown> = Promise.resolve()
  const copy = async (...statements: readonly string[]): Promise<Plant> => {
    copies += 1
    const name = `reactions_${copies}`
    // PostgreSQL makes one copy of a template at a time.
    const made = copying.then(() =>
      administer(at('postgres'), `create database ${name} template drill_working`),
    )
    copying = made.catch(() => {})
    await made
    if (statements.length > 0) await administer(at(name), ...statements)
    const pool = new Pool({ connectionString: at(name), max: 2 })
    pool.on('error', () => {})
    cleanups.add(() => pool.end())
    return { url: at(name), dataDir: path.join(folder, name), pool }
  }
  const withSubjects = (subjects: readonly string[]) =>
    copy(`insert into drill_subject values ${subjects.map((subject) => `('${subject}')`).join(', ')}`)

  /** Commits the cause and kills the server before its reaction. */
  async function killBetween(kind: ReactionKind): Promise<Killed> {
    const plant = await copy(
      ...(kind.before === undefined ? [] : [kind.before.replaceAll('$work', workId)]),
      shutGate,
    )
    const before = await count(plant, kind.effect)
    const first = await startNode(plant.url, plant.dataDir, cleanups)
    await first.ask({ do: 'cause', consumer: kind.consumer, workId })
    const stored = await count(
      plant,
      `select count(*)::int as n from reaction where consumer = '${kind.consumer}' and attempts = 0`,
    )
    first.signal('SIGKILL')
    await first.gone
    await administer(plant.url, openGate)
    return { plant, before, stored, restart: () => startNode(plant.url, plant.dataDir, cleanups) }
  }

  const kill = (kind: ReactionKind) =>
    report.run(kind.consumer, `kill -9：${kind.what}`, async (tally) => {
      const { plant, before, stored, restart } = await killBetween(kind)
      const second = await restart()
      const left = await emptied(plant.pool, 60_000)
      const after = await happened(plant, kind.effect)
      tally.holds('提交后没有存下处理', stored >= 1)
      tally.same('杀死时的结果', before, 0)
      tally.same('重启后的结果', after, 1)
      tally.same('没做完的处理', left, 0)
      await second.ask({ do: 'sweep' })
      tally.same('补做的处理', await count(plant, missedAlarms), 0)
      tally.same('补查后的结果', await count(plant, kind.effect), 1)
      tally.count(`存 ${stored}，结果 ${after}`)
      await second.stop()
    })

  const lose = (kind: ReactionKind) =>
    report.run(`种下的缺失：${kind.consumer}`, '提交后杀死服务，并删去存下的处理', async (tally) => {
      const { plant, restart } = await killBetween(kind)
      await administer(plant.url, `delete from reaction where consumer = '${kind.consumer}'`)
      const second = await restart()
      await emptied(plant.pool, 60_000)
      tally.same('演练看到的结果', await count(plant, kind.effect), 0)
      const { logged } = await second.ask({ do: 'sweep' })
      await emptied(plant.pool, 60_000)
      const [effect, alarmed] = [await happened(plant, kind.effect), await count(plant, missedAlarms)]
      const told = logged.filter((line) => line.includes('a reaction was missed')).length
      tally.same('补做后的结果', effect, 1)
      tally.same('A20 报警计数', alarmed, 1)
      tally.same('日志里的缺陷', told, 1)
      tally.count(`演练发现，系统补做：结果 ${effect}，A20 ${alarmed} 次，日志 ${told} 条`)
      await second.stop()
    })

  const failTenTimes = () =>
    report.run('连续失败十次', '一个对象的处理抛错十次，其后一项等待；另一个对象照常', async (tally) => {
      const subjects = ['drill-bad', 'drill-good']
      const plant = await withSubjects(subjects)
      const node = await startNode(plant.url, plant.dataDir, cleanups)
      await node.ask({ do: 'load', rounds: 3, everyMs: 50, subjects, wanted: 2, unwanted: 0 })
      const hurry = setInterval(() => {
        void plant.pool
          .query('update reaction set next_time = now() where last_error is not null')
          .catch(() => {})
      }, 200)
      tally.same('没做完的处理', await emptied(plant.pool, 120_000), 0)
      clearInterval(hurry)
      const done = await effectsOf(plant.pool)
      for (const subject of subjects) tally.same(subject, done.get(subject), [1, 2, 3])
      const places = await count(
        plant,
        `select count(*)::int as n from drill_effect where subject = 'drill-good'
         and place > (select min(place) from drill_effect where subject = 'drill-bad')`,
      )
      tally.same('等了坏对象的好对象', places, 0)
      const tries = await count(plant, 'select tries as n from drill_try')
      tally.same('次数', tries, 11)
      tally.count(`试了 ${tries} 次`)
      await node.stop()
    })

  const sleepThroughLease = () =>
    report.run('睡过租约的节点', `两个节点，一个被 SIGSTOP ${ASLEEP_MS / 1000} s 后唤醒`, async (tally) => {
      const subjects = Array.from({ length: 12 }, (_, index) => `drill-slow-${index}`)
      const plant = await withSubjects(subjects)
      const [first, second] = await Promise.all([
        startNode(plant.url, plant.dataDir, cleanups),
        startNode(plant.url, plant.dataDir, cleanups),
      ])
      await first.ask({ do: 'load', rounds: 8, everyMs: 20, subjects, wanted: 12, unwanted: 0 })
      await sleep(500)
      first.signal('SIGSTOP')
      const held = await count(plant, 'select count(*)::int as n from reaction where lease_until > now()')
      await sleep(ASLEEP_MS)
      const doneBySecond = async (): Promise<number> => (await byNode(plant.pool)).get(second.pid) ?? 0
      const meanwhile = await until(doneBySecond, (n) => n > 0)
      first.signal('SIGCONT')
      tally.same('没做完的处理', await emptied(plant.pool, 180_000), 0)
      await checkOrder(plant.pool, tally, subjects, 8)
      // It answers once it has tried to commit what it held when it fell asleep.
      const { logged } = await first.ask({
        do: 'load',
        rounds: 0,
        everyMs: 0,
        subjects,
        wanted: 0,
        unwanted: 0,
      })
      const takenBack = logged.filter((line) => line.includes('outlived its lease')).length
      tally.holds('入睡时没有节点持有处理', held > 0)
      tally.holds('睡着时另一个节点没有接手', meanwhile > 0)
      tally.count(`入睡时持有 ${held} 项；其间另一个节点做 ${meanwhile} 项；醒来撤回 ${takenBack} 批`)
      await Promise.all([first.stop(), second.stop()])
    })

  const underLoad = () =>
    report.run('两个节点，有负荷', '各 1000 事件/s，十分之一有人要，10 s', async (tally) => {
      const subjects = Array.from({ length: 20 }, (_, index) => `drill-${index}`)
      const plant = await withSubjects(subjects)
      const nodes = await Promise.all([
        startNode(plant.url, plant.dataDir, cleanups),
        startNode(plant.url, plant.dataDir, cleanups),
      ])
      const load = { do: 'load', rounds: 100, everyMs: 100, subjects, wanted: 10, unwanted: 90 } as const
      const answers = await Promise.all(nodes.map((node) => node.ask(load)))
      tally.same('没做完的处理', await emptied(plant.pool, 120_000), 0)
      await checkOrder(plant.pool, tally, subjects, 100)
      const committed = answers.flatMap((answer) => answer.committed)
      const times = committed.map(([, at]) => at)
      const seconds = (Math.max(...times) - Math.min(...times)) / 1000
      tally.count(`${Math.round((committed.length * 10) / seconds)} 事件/s`)
      await checkLatency(plant.pool, tally, committed, loadedGoalMs)
      const shares = await byNode(plant.pool)
      tally.count(`各做 ${nodes.map(({ pid }) => shares.get(pid) ?? 0).join('、')} 项`)
      await Promise.all(nodes.map((node) => node.stop()))
    })

  const idle = () =>
    report.run('空闲时的延迟', '一个节点，每 50 ms 一个事件', async (tally) => {
      const subjects = Array.from({ length: 20 }, (_, index) => `drill-idle-${index}`)
      const plant = await withSubjects(subjects)
      const node = await startNode(plant.url, plant.dataDir, cleanups)
      const load = { do: 'load', everyMs: 50, subjects, wanted: 1, unwanted: 0 } as const
      await node.ask({ ...load, rounds: 40 })
      await emptied(plant.pool, 60_000)
      await administer(plant.url, 'delete from drill_effect')
      const { committed } = await node.ask({ ...load, rounds: 200 })
      tally.same('没做完的处理', await emptied(plant.pool, 60_000), 0)
      await checkLatency(plant.pool, tally, committed, idleGoalMs)
      await node.stop()
    })

  // Killed and sleeping nodes wait more than they work: two at a time. What measures a time runs alone.
  const waiting = [
    sleepThroughLease,
    ...kinds.map((kind) => () => kill(kind)),
    ...kinds.filter(({ isSwept }) => isSwept).map((kind) => () => lose(kind)),
    failTenTimes,
  ]
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all([lane(), lane()])
  await underLoad()
  await idle()
  return report
}

interface Killed {
  readonly plant: Plant
  /** The effect before the cause, and the reactions stored with it. */
  readonly before: number
  readonly stored: number
  restart(): Promise<NodeProcess>
}

/** The rows of the report, as the drills end. */
class Report implements ReactionReport {
  readonly rows: string[][] = []
  readonly complaints: string[] = []

  async run(name: string, done: string, drill: (tally: Tally) => Promise<void>): Promise<void> {
    const tally = new Tally()
    const begun = performance.now()
    try {
      await drill(tally)
    } catch (error) {
      tally.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const [looks, breaches] = [String(tally.looks), String(tally.breaches.length)]
    this.rows.push([name, done, looks, breaches, tally.counts.join('；'), seconds])
    say(`${tally.breaches.length === 0 ? '·' : '✗'} ${name}：${tally.counts.join('；')}，${seconds} s`)
    this.complaints.push(...tally.breaches.map((breach) => `${name}：${breach}`))
  }
}

const missedAlarms = `select coalesce(sum(count), 0)::int as n from lo_alarm
  where alarm_type = 'A20' and source_sn = 'missed-reactions'`

/** The column `n` of the first row, 0 without one. */
const count = async ({ pool }: Plant, text: string): Promise<number> =>
  (await pool.query<{ n: number }>(text)).rows[0]?.n ?? 0

/** Asks until the answer will do, at most a minute: a busy machine is no fault. Returns the last answer. */
async function until<T>(ask: () => Promise<T>, willDo: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const answer = await ask()
    if (willDo(answer) || performance.now() > deadline) return answer
    await sleep(100)
  }
}

/** The effect, which for some kinds is brought about by a timer that the reaction sets. */
const happened = (plant: Plant, effect: string): Promise<number> =>
  until(
    () => count(plant, effect),
    (n) => n > 0,
  )

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
  await administer(at('drill_working'), stopSweeps, drillTables)
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
async function checkLatency(
  pool: Pool,
  tally: Tally,
  committed: readonly Committed[],
  goalMs: number,
): Promise<void> {
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
  tally.same('量到延迟的处理', waits.length, committed.length)
  tally.holds(`提交到处理 p99 ${part(0.99)} ms，目标 ${goalMs} ms`, part(0.99) <= goalMs)
  tally.count(
    `提交到处理 ${waits.length} 次：p50 ${part(0.5)} ms，p99 ${part(0.99)} ms（目标 ${goalMs}），最长 ${waits.at(-1) ?? 0} ms`,
  )
}
