import type { SignInAnswer } from '@suoan/contract'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'
import type { Answered } from '@suoan/platform/http/route'
import { findAccount } from '../account.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { recordLogin } from '../login-log.ts'
import { refused } from '../open-session.ts'
import type { Origin } from '../origin.ts'
import { LOGIN_PAGE } from './third-login.ts'

const PATIENCE_MS = 10_000
const ANSWER_BYTES = 65_536

/** Our address as the single-sign-on server knows it; from configuration alone. */
function casService(ctx: Context): string {
  return `${ctx.config.publicUrl ?? ''}${LOGIN_PAGE}?way=cas`
}

/** Where people sign in; null when there is no such server. */
export function casLoginAddress(ctx: Context): string | null {
  if (ctx.config.casUrl === undefined) return null
  return `${ctx.config.casUrl}/login?service=${encodeURIComponent(casService(ctx))}`
}

/**
 * Signs in by a service ticket of the configured CAS server (CAS 3.0 `/p3/serviceValidate`). Server and service are
 * configuration: a service named by the request must be ours, and decides nothing (security.md V19).
 */
export async function casLogin(
  ctx: Context,
  given: { readonly ticket: string; readonly service: string },
  origin: Origin,
): Promise<Answered<SignInAnswer>> {
  const server = ctx.config.casUrl
  if (server === undefined) return refused('系统未启用单点登录，请用账号密码登录')
  if (given.service !== '' && given.service !== casService(ctx))
    return refused('单点登录的服务地址不是本系统，请从登录页重新进入')
  if (!/^[\x21-\x7e]{1,512}$/.test(given.ticket)) return refused('单点登录凭证无效，请重新登录')
  const username = await validate(`${server}/p3/serviceValidate`, casService(ctx), given.ticket).catch(
    (error: unknown) => {
      ctx.log.warn({ err: error }, 'the single-sign-on server did not answer as it should')
      return 'away' as const
    },
  )
  if (username === 'away') return refused('单点登录服务暂时不可用，请稍后重试或用账号密码登录')
  if (username === undefined) return refused('单点登录凭证无效或已过期，请重新登录')
  const account = await findAccount(ctx, { username: username.name })
  if (!account) {
    await recordLogin(
      ctx.db,
      ctx.clock.now(),
      origin,
      { username: username.name, realname: null, tenantId: 0 },
      '登录失败：单点登录的账号在本系统没有开通',
    )
    return refused('您的账号还没有在本系统开通，请联系管理员')
  }
  return finishSignIn(ctx, account, origin, 'cas', async () => true)
}

/** Who the ticket is for; undefined when the server does not know it. Throws when the answer is none. */
async function validate(
  address: string,
  service: string,
  ticket: string,
): Promise<{ readonly name: string } | undefined> {
  const url = new URL(address)
  url.search = new URLSearchParams({ service, ticket }).toString()
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const text = await answer.text()
  if (text.length > ANSWER_BYTES) throw new Error('the answer is too long')
  return readServiceResponse(text)
}

const responseShape = z.object({
  serviceResponse: z.union([
    z.object({ authenticationSuccess: z.object({ user: z.string().trim().min(1).max(100) }) }),
    z.object({ authenticationFailure: z.unknown() }),
  ]),
})

/**
 * Reads a `cas:serviceResponse`: the user, or undefined for a failure. Throws for anything else, also for a document
 * type, whose entities are nobody's business here.
 */
export async function readServiceResponse(text: string): Promise<{ readonly name: string } | undefined> {
  if (/<!DOCTYPE/i.test(text)) throw new Error('the answer declares a document type')
  // Loaded where there is such a server: 10 MB that most installations never need.
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  if (XMLValidator.validate(text) !== true) throw new Error('the answer is no XML')
  const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false })
  const read = responseShape.safeParse(parser.parse(text))
  if (!read.success) throw new Error('the answer is no CAS response')
  const { serviceResponse } = read.data
  return 'authenticationSuccess' in serviceResponse
    ? { name: serviceResponse.authenticationSuccess.user }
    : undefined
}
