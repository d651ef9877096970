import { errorTable, type ErrorCode } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import type { Context } from '../context.ts'
import { databaseRefusal } from '../db/database-refusal.ts'
import { actorOf, isBeyondRights } from './access.ts'
import { sendEnvelope } from './envelope.ts'
import { StoreAwayError } from '../files/store/blob-store.ts'
import { AppError, fail, RuleRefusal, unseenOf } from '../fail.ts'
import { opensFile, sendFileRefusal } from './file-refusal-page.ts'
import { issuesText } from './parse-input.ts'
import { refusalLog } from './refusal-log.ts'

/** The one place where errors become answers; only the unknown is reported, and it leaves as a number. */
export function handleErrors(app: FastifyInstance, ctx: Context): void {
  const note = refusalLog(ctx)
  app.setErrorHandler(async (error: unknown, request, reply) => {
    await noteRefusal(ctx, note, error, request)
    if (error instanceof RuleRefusal) {
      return sendEnvelope(reply, ctx.clock.now(), {
        success: false,
        message: error.message,
        // `LO-4203` travels as the number 4203 (3-domain.md §3.7, samples).
        code: Number(/\d+$/.exec(error.ruleCode)?.[0] ?? 500),
        result: { ruleCode: error.ruleCode, rules: error.rules, ...error.extra },
      })
    }
    const refusal = refusalOf(error)
    // Nothing a user has done: whoever runs the database must hear of it.
    if (refusal?.errorCode === 'DATABASE_AWAY')
      request.log.error({ err: error, route: request.routeOptions.url }, 'the database went away')
    if (refusal?.errorCode === 'FILES_AWAY')
      request.log.error({ err: error, route: request.routeOptions.url }, 'the file store went away')
    if (refusal) return sendRefusal(ctx, refusal, request, reply)
    const id = newId()
    request.log.error({ err: error, id, route: request.routeOptions.url }, 'a request failed')
    return sendRefusal(ctx, fail('INTERNAL', { id }), request, reply)
  })
}

/** Codes that say "you may not": a missing permission (510), a status of its own (403), a role on the ticket (LO-4030). */
const forbidding = new Set([403, 510, 4030])

async function noteRefusal(
  ctx: Context,
  note: ReturnType<typeof refusalLog>,
  error: unknown,
  request: FastifyRequest,
): Promise<void> {
  const code =
    error instanceof RuleRefusal
      ? Number(/\d+$/.exec(error.ruleCode)?.[0])
      : error instanceof AppError
        ? errorTable[error.errorCode].code
        : 0
  const actor = actorOf(request)
  if (!(error instanceof Error) || actor.userId === '') return
  const isForbidden =
    forbidding.has(code) || isBeyondRights(request) || (await hidesRows(ctx, error, request))
  if (!isForbidden) return
  await note({ actor, request, message: error.message })
}

/** Whether “not found” stands for rows that are there and kept from the caller. In doubt (no database) it does not. */
async function hidesRows(ctx: Context, error: Error, request: FastifyRequest): Promise<boolean> {
  const asked = unseenOf(error)
  if (!asked) return false
  // Deleted rows are nobody's; most tables have no such mark.
  const rowsOf = asked.places.map(
    ([table, by]) =>
      `(select 1 from ${table} t where t.${by} = any($1) and coalesce(to_jsonb(t) ->> 'del_flag', '0') = '0' limit 1)`,
  )
  try {
    const { rows } = await ctx.pool.query(rowsOf.join(' union all '), [asked.values])
    return rows.length > 0
  } catch (problem) {
    request.log.error({ err: problem }, 'it could not be told whether a row was hidden')
    return false
  }
}

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return fail('BAD_INPUT', { detail: issuesText(error.issues) })
  if (error instanceof StoreAwayError) return fail('FILES_AWAY', { what: '' })
  return databaseRefusal(error) ?? frameworkRefusal(error)
}

/** What the HTTP framework refuses before a handler runs. */
function frameworkRefusal(error: unknown): AppError | undefined {
  if (isBrokenOff(error)) return fail('BAD_INPUT', { detail: '上传的内容不完整，请检查网络后重新上传' })
  const code = error instanceof Error && 'code' in error ? (error as FastifyError).code : ''
  return frameworkRefusals[code]?.()
}

/** A form that ends before its end, or a caller that went away while it came: the parser and the server tell it by words alone. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Multipart: Boundary not found$|unexpected end of multipart data$/i.test(error.message) ||
    (error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'))

const frameworkRefusals: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => fail('FILE_TOO_LARGE', { limit: '2MB' }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => fail('BAD_INPUT', { detail: '请求内容不是有效的 JSON' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => fail('BAD_INPUT', { detail: '请求内容的长度与声明不符' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => fail('BAD_INPUT', { detail: '不支持的请求内容类型，请使用 JSON' }),
  FST_ERR_VALIDATION: () => fail('BAD_INPUT', { detail: '请求参数不正确' }),
  FST_ERR_BAD_URL: () => fail('PATH_UNKNOWN'),
  FST_REQ_FILE_TOO_LARGE: () => fail('FILE_TOO_LARGE', { limit: '10MB' }),
  FST_FILES_LIMIT: () => fail('BAD_INPUT', { detail: '一次只能上传一个文件，请逐个上传' }),
  FST_FIELDS_LIMIT: () => fail('BAD_INPUT', { detail: '上传时附带的内容过多，请只上传文件' }),
  FST_PARTS_LIMIT: () => fail('BAD_INPUT', { detail: '上传时附带的内容过多，请只上传文件' }),
  FST_PROTO_VIOLATION: () => fail('BAD_INPUT', { detail: '请求参数不正确' }),
  FST_INVALID_JSON_FIELD_ERROR: () => fail('BAD_INPUT', { detail: '请求内容不是有效的 JSON' }),
  FST_MP_PREMATURE_CLOSE: () => fail('BAD_INPUT', { detail: '上传的内容不完整，请检查网络后重新上传' }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => fail('BAD_INPUT', { detail: '请选择要上传的文件' }),
}

function sendRefusal(
  ctx: Context,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const row = errorTable[error.errorCode]
  if (expired.has(error.errorCode)) return sendTokenRefusal(ctx, error, request, reply)
  const wait = retryAfterSeconds[error.errorCode]
  if (wait !== undefined) reply.header('retry-after', String(wait))
  reply.code(request.routeOptions.config.sendsFile ? statusOfFile(row) : row.status)
  if (opensFile(request)) return sendFileRefusal(reply, reply.statusCode < 500 ? 'unseen' : 'failed')
  return sendEnvelope(reply, ctx.clock.now(), {
    success: false,
    message: error.message,
    code: row.code,
    result: error.result,
  })
}

/** Refusals that time mends, and in how many seconds another try makes sense. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  DATABASE_AWAY: 5,
  FILES_AWAY: 5,
  TOO_MANY: 5,
  BUSY: 5,
  SOCKETS_FULL: 60,
}

/** Who saves a body goes by the status: 200 would make a file of the envelope (4-api.md §1.3 speaks of other calls). */
function statusOfFile({ status, code }: (typeof errorTable)[ErrorCode]): number {
  if (status !== 200) return status
  if (code === 510) return 403
  return code >= 400 && code < 600 ? code : 500
}

const tokenRefusals = new WeakSet<FastifyRequest>()

/** Whether a request ended as a token refusal, whose status 500 is what the client looks for and no failure of ours. */
export const isTokenRefusal = (request: FastifyRequest): boolean => tokenRefusals.has(request)

const expired = new Set<ErrorCode>(['TOKEN', 'TOKEN_REFUSED'])

/** 4-api.md §2.6: the client of the specification looks for status 500 and the words in `message`. */
function sendTokenRefusal(
  ctx: Context,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  tokenRefusals.add(request)
  const now = ctx.clock.now()
  // The status is looked for by programs; here somebody reads.
  if (opensFile(request)) return sendFileRefusal(reply.code(401), 'signedOut')
  if (ctx.config.tokenExpiredStatus === 401) {
    reply.code(401)
    return sendEnvelope(reply, now, { success: false, message: error.message, code: 401, result: null })
  }
  return reply
    .code(500)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        timestamp: now,
        status: 500,
        error: 'Internal Server Error',
        message: error.message,
        path: request.url.split('?')[0],
      }),
    )
}
