import { z } from 'zod'

/** An identity provider that speaks OpenID Connect, as OIDC_PROVIDERS names it. */
export interface OidcProvider {
  /** Name in our addresses and in `thirdType`, e.g. `wechat_enterprise`. */
  readonly source: string
  /** What people read on the login page. */
  readonly name: string
  /** Pinned: discovery must answer with exactly this issuer. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

/** The HTTP gateway that sends short messages. */
export interface SmsGateway {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON whose texts may hold `{mobile}`, `{code}` and `{text}`. */
  readonly body: unknown
  /** Text that a good answer contains; undefined = the status decides alone. */
  readonly accept: string | undefined
}

const provider = z.object({
  source: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/),
  name: z.string().min(1).max(20),
  issuer: z.string().refine(isSafeAddress),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scope: z
    .string()
    .default('openid profile')
    .refine((scope) => scope.split(' ').includes('openid')),
})

const headers = z.record(z.string(), z.string())

/** Reads OIDC_PROVIDERS; undefined when it cannot be used. */
export function readProviders(text: string): readonly OidcProvider[] | undefined {
  const read = z.array(provider).safeParse(parseJson(text))
  if (!read.success) return undefined
  const names = new Set(read.data.map(({ source }) => source))
  return names.size === read.data.length ? read.data : undefined
}

/** Reads SMS_HEADERS; undefined when it cannot be used. */
export function readHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const read = headers.safeParse(parseJson(text))
  return read.success ? read.data : undefined
}

/** Reads JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Secrets and tickets travel there: encrypted, or not over a network at all. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  )
}
