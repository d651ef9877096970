import { newId } from '@suoan/kit/id'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor, Context } from '../context.ts'
import { runSql } from '../db/run-sql.ts'
import { idNames, shownId } from './named-params.ts'

/** `log_type` of a refused call in `sys_log`. */
const REFUSED_LOG = 3

const WINDOW_MS = 10 * 60_000
/** Rows of one person, and of all together, in ten minutes: enough to see what somebody tries, too few to fill the disk. */
const MOST_OF_ONE = 30
const MOST_OF_ALL = 600
/** Of a body that is read only for the ids in it. */
const MOST_BODY_BYTES = 4096
const BODY_PATIENCE_MS = 500

interface Refused {
  readonly actor: Actor
  readonly request: FastifyRequest
  /** The words of the answer. */
  readonly message: string
}

/**
 * Notes that a call was refused for want of a right: who, from where, which call, on which object (issue 10, line 16).
 * Refusals are evidence of what somebody tried; bounded per person and in total, with one row that says when more are
 * no longer noted one by one. Never lets the answer fail: what cannot be written is reported to the operator's log.
 */
export function refusalLog(ctx: Context): (refused: Refused) => Promise<void> {
  let since = ctx.clock.now()
  let all = 0
  let counts = new Map<string, number>()
  return async ({ actor, request, message }) => {
    const now = ctx.clock.now()
    if (now - since >= WINDOW_MS || now < since) {
      since = now
      all = 0
      counts = new Map()
    }
    const nth = (counts.get(actor.userId) ?? 0) + 1
    counts.set(actor.userId, nth)
    all += 1
    if (nth > MOST_OF_ONE || all > MOST_OF_ALL) return
    const more =
      nth === MOST_OF_ONE
        ? `；此人 10 分钟内被拒已达 ${MOST_OF_ONE} 次，其后的不再逐条记录`
        : all === MOST_OF_ALL
          ? `；10 分钟内被拒的调用已达 ${MOST_OF_ALL} 次，其后的不再逐条记录`
          : ''
    const object = objectOf(request, await bodyOf(request))
    const path = (request.url.split('?')[0] ?? '').slice(0, 255)
    const about = object === '' ? '' : `，对象 ${object}`
    const call = `${request.method} ${path}`
    const { title } = request.routeOptions.config
    const called = title === undefined ? call : `${title}（${call}）`
    const content = `越权调用被拒：${called}${about}，${message}${more}`
    try {
      await runSql(
        ctx.pool,
        `insert into sys_log (id, tenant_id, log_type, log_content, userid, username, ip, request_url, request_param,
          request_type, create_by, create_time)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $5, $11)`,
        [
          newId(),
          actor.tenantId,
          REFUSED_LOG,
          content.slice(0, 1000),
          actor.username,
          actor.realname,
          request.ip,
          path,
          object === '' ? null : object,
          request.method,
          new Date(now),
        ],
      )
    } catch (error) {
      request.log.error({ err: error }, 'a refusal could not be noted')
    }
  }
}

const record = z.record(z.string(), z.unknown())

/** The ids a call names, `name=value`, without what it says beside them. */
function objectOf(request: FastifyRequest, body: unknown): string {
  const said = [request.params, request.query, body].flatMap((part) => {
    const read = record.safeParse(part)
    return read.success ? Object.entries(read.data) : []
  })
  return said
    .filter(([name]) => idNames.test(name) && name !== 'clientOpId')
    .map(([name, value]) => `${name}=${shownId(value)}`)
    .join('，')
    .slice(0, 300)
}

/**
 * The body of a call. One that was refused before its body was read is read now, as far as a short JSON body goes and
 * no longer than half a second: only there the object of the call is named.
 */
async function bodyOf(request: FastifyRequest): Promise<unknown> {
  if (request.body !== undefined && request.body !== null) return request.body
  const length = Number(request.headers['content-length'] ?? 0)
  const isJson = (request.headers['content-type'] ?? '').includes('json')
  if (!isJson || !(length > 0 && length <= MOST_BODY_BYTES) || request.raw.readableEnded) return null
  const text = await new Promise<string>((resolve) => {
    const parts: Buffer[] = []
    const done = (): void => {
      clearTimeout(patience)
      request.raw.off('data', take)
      resolve(Buffer.concat(parts).toString('utf8'))
    }
    const take = (part: Buffer): void => void parts.push(part)
    const patience = setTimeout(done, BODY_PATIENCE_MS)
    request.raw.on('data', take).once('end', done).once('error', done)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
