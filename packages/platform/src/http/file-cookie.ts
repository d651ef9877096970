import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { tokenHash } from './token.ts'

/** `<img>` and links send no header: this cookie opens stored files for their session, and nothing else (decision 0507). */
const COOKIE = 'suoan-files'

/** Worked out of the token, which it does not give away; whoever has it can read files and call nothing. */
const keyOf = (token: string): string => createHash('sha256').update(`files:${token}`).digest('base64url')

/**
 * Gives the page of this session the cookie of stored files, for the tenant it works in. Sent to the path of the files
 * only, never along with a request from a foreign site, and gone with the browser; a page asks for it again each time it
 * is loaded.
 */
export async function giveFileCookie(
  ctx: Context,
  actor: Actor,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const header = request.headers['x-access-token']
  if (typeof header !== 'string') return
  const key = keyOf(header)
  await sql`update sys_session set file_hash = ${tokenHash(key)}
    where id = ${actor.sessionId} and file_hash is null`.execute(ctx.db)
  reply.header('set-cookie', `${COOKIE}=${key}.${actor.tenantId}; ${attributesOf(ctx)}`)
}

/** Takes the cookie away; its session's end has made it worthless already. */
export function takeFileCookie(ctx: Context, reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${attributesOf(ctx)}`)
}

function attributesOf({ config }: Context): string {
  const secure = config.publicUrl?.startsWith('https:') === true ? '; Secure' : ''
  return `Path=${config.apiBase}/sys/common/static; HttpOnly; SameSite=Strict${secure}`
}

/** What the cookie of a request says; undefined without one. The tenant is the browser's word: it must be checked. */
export function fileKeyOf(request: FastifyRequest): { key: string; tenant: string } | undefined {
  const [, key, tenant] =
    /(?:^|;\s*)suoan-files=([\w-]{43})\.(\d{1,9})(?:;|$)/.exec(request.headers.cookie ?? '') ?? []
  return key === undefined || tenant === undefined ? undefined : { key, tenant }
}

/** The session (by its token's hash) behind a key; undefined for none. */
export async function sessionOfFileKey(ctx: Context, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ session: string }>`
    select token_hash as session from sys_session where file_hash = ${tokenHash(key)}`.execute(ctx.db)
  return rows[0]?.session
}
