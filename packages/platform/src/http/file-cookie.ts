import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { tokenHash } from './token.ts'

/**
 * `<img>`, frames and links send no header: this cookie opens stored files and pages of announcements for their session,
 * and nothing else (decisions 0507, 0811).
 */
const COOKIE = 'suoan-files'

/** Worked out of the token, which it does not give away; whoever has it can read files and call nothing. */
const keyOf = (token: string): string => createHash('sha256').update(`files:${token}`).digest('base64url')

/**
 * Gives the page of this session the cookie of stored files, for the tenant it works in. Sent to the paths of files and
 * announcement pages only, never along with a request from a foreign site, and gone with the browser; a page asks for it again each time it
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
  give(ctx, reply, `${COOKIE}=${key}.${actor.tenantId}`)
}

/** Takes the cookie away; its session's end has made it worthless already. */
export function takeFileCookie(ctx: Context, reply: FastifyReply): void {
  give(ctx, reply, `${COOKIE}=; Max-Age=0`)
}

/** Where the browser sends it along. */
const places = ['/sys/common/static', '/sys/annountCement/show']

function give({ config }: Context, reply: FastifyReply, cookie: string): void {
  const domain = config.fileCookieDomain === undefined ? '' : `; Domain=${config.fileCookieDomain}`
  const secure = config.publicUrl?.startsWith('https:') === true ? '; Secure' : ''
  for (const place of places)
    reply.header(
      'set-cookie',
      `${cookie}; Path=${config.apiBase}${place}; HttpOnly; SameSite=Strict${domain}${secure}`,
    )
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
