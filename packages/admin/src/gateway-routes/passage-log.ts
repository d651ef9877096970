import { newId } from '@suoan/kit/id'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'

/** `log_type` of the operation log. */
const OPERATION = 2
/** What is only looked at, again and again, stands in one row a minute: a page that asks each second fills no log. */
const TOGETHER_MS = 60_000
/** How often what was noted is written. */
const WRITE_MS = 2_000
/** Rows that wait for a database that does not answer; what comes beyond is counted. */
const MOST_WAITING = 5_000
const MOST_IN_ONE_STATEMENT = 500

/** One request of a person to a neighbouring system, and what came of it. */
export interface Passed {
  readonly actor: Pick<Actor, 'tenantId' | 'userId' | 'username' | 'realname'>
  /** Null where no route was met. */
  readonly route: { readonly routerId: string; readonly name: string } | null
  readonly method: string
  /** Without the query, which may name people and hold tickets. */
  readonly path: string
  /** What the client was answered; 0 where the connection broke off before. */
  readonly status: number
  readonly isWebsocket: boolean
  readonly ip: string
  readonly ms: number
}

interface Noted {
  readonly passed: Passed
  readonly at: number
  count: number
}

/** What was sent on to neighbouring systems, for the operation log (4-api.md §7.19). */
export interface PassageLog {
  note(passed: Passed): void
  /** Writes what has been noted until now. */
  write(): Promise<void>
  /** Writes the last of it, and no more. */
  close(): Promise<void>
}

/**
 * Notes each request that a signed-in person sends through a gateway route: who, by which route, what, and with which
 * answer. What changes something has a row of its own; what is read by the same person at the same address with the same
 * answer has one a minute, which says how often. Rows are written behind the answers, together: a proxied request waits
 * for no log. What cannot be written is tried again, and what is more than can wait is told as a number.
 */
export function createPassageLog(ctx: Context): PassageLog {
  let waiting: Noted[] = []
  let unnoted = 0
  /** Of what is read: since when it is counted, by address and person. */
  const together = new Map<string, Noted>()
  let writing: Promise<void> = Promise.resolve()

  const put = (noted: Noted): void => {
    if (waiting.length < MOST_WAITING) waiting.push(noted)
    else unnoted += noted.count
  }
  const settle = (now: number, isLast: boolean): void => {
    for (const [key, noted] of together) {
      if (!isLast && Math.abs(now - noted.at) < TOGETHER_MS) continue
      together.delete(key)
      if (noted.count > 0) put(noted)
    }
  }
  const writeAll = async (isLast: boolean): Promise<void> => {
    settle(ctx.clock.now(), isLast)
    while (waiting.length > 0) {
      const part = waiting.slice(0, MOST_IN_ONE_STATEMENT)
      await insert(ctx, part)
      waiting = waiting.slice(part.length)
    }
    if (unnoted > 0) {
      const count = unnoted
      unnoted = 0
      ctx.log.error({ count }, 'requests to neighbouring systems were not noted: too many waited for the log')
    }
  }
  const write = (isLast = false): Promise<void> => {
    writing = writing.then(() =>
      writeAll(isLast).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'requests to neighbouring systems could not be noted yet')
      }),
    )
    return writing
  }
  const timer = setInterval(() => void write(), WRITE_MS)
  return {
    note(passed) {
      const at = ctx.clock.now()
      if (passed.isWebsocket || !/^(?:GET|HEAD)$/.test(passed.method)) return put({ passed, at, count: 1 })
      const { actor, route, method, path, status, ip } = passed
      const key = [actor.tenantId, actor.userId, route?.routerId, method, path, status, ip].join(' ')
      const known = together.get(key)
      if (known) {
        known.count += 1
        return
      }
      // The first is written at once; those after it are counted from here.
      put({ passed, at, count: 1 })
      if (together.size < MOST_WAITING) together.set(key, { passed, at, count: 0 })
    },
    write: () => write(),
    async close() {
      clearInterval(timer)
      await write(true)
    },
  }
}

/** Dictionary `operate_type`, by what a method means (RFC 9110 §9). */
const operateTypes: Readonly<Record<string, number>> = { GET: 1, HEAD: 1, OPTIONS: 1, POST: 2, DELETE: 4 }

async function insert(ctx: Context, rows: readonly Noted[]): Promise<void> {
  const of = (value: (noted: Noted) => string | number | null) => rows.map(value)
  await runSql(
    ctx.pool,
    `insert into sys_log (id, tenant_id, log_type, log_content, operate_type, userid, username, ip, request_url,
       request_type, method, request_param, cost_time, create_by, create_time)
     select l.id, l.tenant_id, ${OPERATION}, l.content, l.operate_type, l.userid, l.username, l.ip, l.url, l.verb, l.route,
       l.param, l.ms, l.userid, l.at
     from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::bigint[], $13::timestamptz[])
       as l(id, tenant_id, content, operate_type, userid, username, ip, url, verb, route, param, ms, at)`,
    [
      of(() => newId()),
      of(({ passed }) => passed.actor.tenantId),
      of(contentOf),
      of(({ passed }) => operateTypes[passed.method] ?? 3),
      of(({ passed }) => passed.actor.username),
      of(({ passed }) => passed.actor.realname),
      of(({ passed }) => passed.ip),
      of(({ passed }) => passed.path.slice(0, 255)),
      of(({ passed }) => passed.method.slice(0, 10)),
      of(({ passed }) => (passed.route === null ? null : `网关路由 ${passed.route.routerId}`.slice(0, 500))),
      of(({ passed }) => JSON.stringify({ route: passed.route?.routerId ?? null, status: passed.status })),
      of(({ passed }) => Math.round(passed.ms)),
      of(({ at }) => new Date(at).toISOString()),
    ],
  )
}

function contentOf({ passed, count }: Noted): string {
  const { route, method, path, status, isWebsocket } = passed
  const where = route === null ? '（未转发）' : `“${route.name}”`
  const what = isWebsocket ? '打开实时连接' : method
  const answer = status === 0 ? '连接中断，没有回答' : `回答 ${status}`
  const often = count > 1 ? `（一分钟内又 ${count} 次）` : ''
  // The path may be as long as an address can be.
  return `邻近系统${where}：${what} ${path.slice(0, 700)}，${answer}${often}`.slice(0, 1000)
}
