import type { Context } from '@suoan/platform/context'
import { fairQueue } from '@suoan/platform/http/fair-queue'
import { captchaHash, newCaptchaCode } from './captcha-code.ts'
import { captchaPicture } from './captcha-picture.ts'
import { isFlooding } from './login-guard.ts'

// A picture takes about 3 ms of a core and a row for a minute. An office behind one address asks for as many at once.
const drawing = fairQueue({ running: 2, waiting: 200, ofOne: 50 })

/** How long a captcha may be used (4-api.md §2.2), in ms. */
const CAPTCHA_LIFE_MS = 60_000

/**
 * Makes a captcha for the client's key, replacing an older one of that key, and returns its picture (data URI); empty
 * where LOGIN_CAPTCHA is off and the address has not failed too often, so that the login page does not ask for what
 * nobody checks. Addresses take turns; a flood is refused with `TOO_MANY` or `BUSY` before it costs a row.
 */
export async function issueCaptcha(ctx: Context, key: string, address: string): Promise<string> {
  if (!ctx.config.loginCaptcha && !(await isFlooding(ctx, address))) return ''
  return drawing(address, () => drawFor(ctx, key))
}

async function drawFor(ctx: Context, key: string): Promise<string> {
  const code = newCaptchaCode()
  const now = ctx.clock.now()
  const fresh = { codeHash: captchaHash(key, code), expiresAt: new Date(now + CAPTCHA_LIFE_MS) }
  await ctx.db
    .insertInto('loginCaptcha')
    .values({ key, ...fresh })
    .onConflict((on) => on.column('key').doUpdateSet(fresh))
    .execute()
  await ctx.db.deleteFrom('loginCaptcha').where('expiresAt', '<', new Date(now)).execute()
  return captchaPicture(code)
}

/** Takes the captcha away and says whether `typed` was right and in time. Any first try uses it up. */
export async function consumeCaptcha(ctx: Context, key: string, typed: string): Promise<boolean> {
  const taken = await ctx.db
    .deleteFrom('loginCaptcha')
    .where('key', '=', key)
    .returning(['codeHash', 'expiresAt'])
    .executeTakeFirst()
  return (
    taken !== undefined &&
    taken.expiresAt.getTime() > ctx.clock.now() &&
    taken.codeHash === captchaHash(key, typed)
  )
}
