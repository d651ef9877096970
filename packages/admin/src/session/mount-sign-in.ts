import cookie from '@fastify/cookie'
import { accountEndpoints, signInEndpoints, signingEndpoints } from '@suoan/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '@suoan/platform/context'
import { newToken, tokenHash } from '@suoan/platform/http/token'
import { answered, type Feature } from '@suoan/platform/http/route'
import { deliveryOf } from '../messaging/index.ts'
import { demoPeople } from './demo-people.ts'
import type { Origin } from './origin.ts'
import {
  confirmTotp,
  disableTotp,
  endOwnSession,
  ownSessions,
  sendOwnEmailCode,
  sendOwnPhoneCode,
  startTotp,
  totpState,
  updateEmail,
  updateMobile,
} from './own-account.ts'
import { DEVICE_COOKIE_SECONDS } from './known-devices.ts'
import { phoneLogin, sendCode } from './phone-login.ts'
import { canScan, confirmQrCode, makeQrCode, placeOfQrCode, takeQrLogin } from './qr-login.ts'
import { register } from './register.ts'
import { resetPassword, verifyPhone } from './reset-password.ts'
import { takeSecondStep } from './second-step.ts'
import { casLogin, casLoginAddress } from './third/cas.ts'
import { handOver, keepOpener } from './third/handover-page.ts'
import {
  APP_LOGIN_PAGE,
  LOGIN_PAGE,
  arrive,
  bindByPhone,
  confirmBinding,
  depart,
  ownThirdAccounts,
  pageOf,
  takeLoginUser,
  unbind,
  type NoDeparture,
} from './third/third-login.ts'
import { CHALLENGE_LIFE_MS } from './sign-in-challenges.ts'
import { proveForSigning, setSignPin, signState } from './signing.ts'

/** Ties a sign-in at a provider to the browser that began it. */
const COOKIE = 'suoan-sign-in'
/** Ties a code on a login page to the browser that shows it. */
const QR_COOKIE = 'suoan-qr'
/** Tells a browser from others, so that it is known where an account signed in before. */
const DEVICE_COOKIE = 'suoan-device'

/** Ways in beside account and password, and what people settle about their own. */
export const mountSignIn: Feature = async ({ app, ctx, bind }) => {
  await app.register(cookie)

  bind(signInEndpoints.ways, async () => {
    const phone = deliveryOf(ctx, 'sms') !== 'none'
    return {
      phone,
      register: phone && ctx.config.selfRegistration,
      third: ctx.config.oidcProviders.map(({ source, name }) => ({ source, name })),
      cas: casLoginAddress(ctx),
      auto: ctx.config.ssoAuto,
      qr: canScan(ctx),
      ...(ctx.config.demo ? { demo: await demoPeople(ctx) } : {}),
    }
  })
  bind(signInEndpoints.smsCode, ({ input, request }) => sendCode(ctx, input, request.ip))
  bind(signInEndpoints.phoneLogin, ({ input, ...call }) => phoneLogin(ctx, input, visitorOf(ctx, call)))
  bind(signInEndpoints.secondFactor, ({ input, ...call }) => takeSecondStep(ctx, input, visitorOf(ctx, call)))
  bind(signInEndpoints.register, ({ input, request }) => register(ctx, input, originOf(request)))
  bind(signInEndpoints.verifyPhone, ({ input, request }) => verifyPhone(ctx, input, request.ip))
  bind(signInEndpoints.resetPassword, ({ input, request }) => resetPassword(ctx, input, originOf(request)))

  bind(signInEndpoints.qrCode, async ({ request, reply }) => {
    const { browser, answer } = await makeQrCode(ctx, originOf(request))
    if (browser !== undefined) {
      reply.setCookie(QR_COOKIE, browser, {
        path: `${ctx.config.apiBase}${signInEndpoints.qrToken.path}`,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(ctx),
      })
    }
    return answer
  })
  bind(signInEndpoints.qrToken, ({ input, ...call }) =>
    takeQrLogin(ctx, { ...input, browser: call.request.cookies[QR_COOKIE] }, visitorOf(ctx, call)),
  )
  bind(signInEndpoints.qrPlace, ({ input }) => placeOfQrCode(ctx, input.qrcodeId))
  bind(signInEndpoints.qrScan, ({ input, actor, request }) =>
    confirmQrCode(ctx, actor, input.qrcodeId, originOf(request)),
  )

  const leave = async (
    source: string,
    callback: 'plain' | 'oauth2',
    back: string,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<null> => {
    const departure = await depart(ctx, source, { callback, back, ip: request.ip })
    if (typeof departure === 'string') {
      await reply.redirect(pageOf(ctx, back, { thirdError: departure }))
      return null
    }
    giveCookie(ctx, reply, departure.browser)
    await reply.redirect(departure.url)
    return null
  }
  const comeHome = (source: string, state: string, request: FastifyRequest) => {
    const search = new URL(request.url, 'http://here').search
    return arrive(ctx, { source, state, search, browser: request.cookies[COOKIE] })
  }
  // What nobody can finish here is no door: these are public, and are there only where a provider is.
  if (ctx.config.oidcProviders.length > 0) {
    bind(signInEndpoints.thirdRender, ({ input, ...call }) => {
      keepOpener(call.reply)
      return leave(input.source, 'plain', LOGIN_PAGE, call)
    })
    bind(signInEndpoints.oauth2Login, ({ input, ...call }) =>
      leave(input.source, 'oauth2', APP_LOGIN_PAGE, call),
    )
    bind(signInEndpoints.thirdCallback, async ({ input, request, reply }) => {
      keepOpener(reply)
      await handOver(reply, await comeHome(input.source, input.state, request), ctx.config.publicUrl ?? '')
      return null
    })
    bind(signInEndpoints.oauth2Callback, async ({ input, request, reply }) => {
      await reply.redirect((await comeHome(input.source, input.state, request)).to)
      return null
    })
    bind(signInEndpoints.thirdLoginUser, ({ input, ...call }) =>
      takeLoginUser(ctx, { ...input, browser: call.request.cookies[COOKIE] }, visitorOf(ctx, call)),
    )
    bind(signInEndpoints.bindByPhone, ({ input, ...call }) =>
      bindByPhone(ctx, { ...input, browser: call.request.cookies[COOKIE] }, visitorOf(ctx, call)),
    )
  }
  if (ctx.config.casUrl !== undefined)
    bind(signInEndpoints.cas, ({ input, ...call }) => casLogin(ctx, input, visitorOf(ctx, call)))

  // People are not copied to or from chat apps here; lists of the older client ask before they offer it (4-api.md §2.10).
  bind(signInEndpoints.thirdApps, async () => ({ wechatEnterprise: false, dingtalk: false }))
  bind(signInEndpoints.ownThirdAccounts, ({ actor }) => ownThirdAccounts(ctx, actor))
  bind(signInEndpoints.startBinding, async ({ input, actor, request, reply }) => {
    const way = { callback: 'plain' as const, back: input.back, ip: request.ip, actor }
    const departure = await depart(ctx, input.source, way)
    if (typeof departure === 'string') return answered({ url: '' }, noDepartureTexts[departure], 500, false)
    giveCookie(ctx, reply, departure.browser)
    return { url: departure.url }
  })
  bind(signInEndpoints.confirmBinding, ({ input, actor, request }) =>
    confirmBinding(ctx, actor, { ...input, browser: request.cookies[COOKIE] }, originOf(request)),
  )
  bind(signInEndpoints.unbind, ({ input, actor, request }) =>
    unbind(ctx, actor, input.source, originOf(request)),
  )

  bind(signingEndpoints.state, ({ actor }) => signState(ctx, actor))
  bind(signingEndpoints.setPin, ({ input, actor, request }) =>
    setSignPin(ctx, actor, input, originOf(request)),
  )
  bind(signingEndpoints.prove, ({ input, actor }) => proveForSigning(ctx, actor, input))
  bind(signInEndpoints.totpState, ({ actor }) => totpState(ctx, actor))
  bind(signInEndpoints.startTotp, ({ input, actor }) => startTotp(ctx, actor, input.password))
  bind(signInEndpoints.confirmTotp, ({ input, actor, request }) =>
    confirmTotp(ctx, actor, input.code, originOf(request)),
  )
  bind(signInEndpoints.disableTotp, ({ input, actor, request }) =>
    disableTotp(ctx, actor, input, originOf(request)),
  )
  bind(signInEndpoints.ownSessions, ({ actor }) => ownSessions(ctx, actor))
  bind(signInEndpoints.endOwnSession, ({ input, actor, request }) =>
    endOwnSession(ctx, actor, input.id, originOf(request)),
  )
  bind(signInEndpoints.ownPhoneCode, ({ input, actor, request }) =>
    sendOwnPhoneCode(ctx, actor, input.phone, request.ip),
  )
  bind(signInEndpoints.updateMobile, ({ input, actor, request }) =>
    updateMobile(ctx, actor, input, originOf(request)),
  )
  bind(accountEndpoints.emailCode, ({ input, actor, request }) =>
    sendOwnEmailCode(ctx, actor, input.email, request.ip),
  )
  bind(accountEndpoints.updateEmail, ({ input, actor, request }) =>
    updateEmail(ctx, actor, input, originOf(request)),
  )
}

const noDepartureTexts: Readonly<Record<NoDeparture, string>> = {
  away: '第三方登录服务暂时不可用，请稍后重试',
  busy: '当前网络发起第三方登录过于频繁，请 10 分钟后再试',
}

function giveCookie(ctx: Context, reply: FastifyReply, value: string): void {
  reply.setCookie(COOKIE, value, {
    path: `${ctx.config.apiBase}/sys/thirdLogin`,
    httpOnly: true,
    // Lax: it must come along when the provider sends the browser back.
    sameSite: 'lax',
    secure: isSecure(ctx),
    maxAge: CHALLENGE_LIFE_MS / 1000,
  })
}

const isSecure = (ctx: Context): boolean => ctx.config.publicUrl?.startsWith('https:') === true

/** From where a request comes, for the session and the login log. */
export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
}

/** From where somebody signs in; a browser that has no device cookie yet gets one with the answer. */
export function visitorOf(
  ctx: Context,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Origin {
  const held = request.cookies[DEVICE_COOKIE] ?? ''
  const value = tokenHash(held) === undefined ? newToken() : held
  // Again with each sign-in, so that a device in use does not become a stranger.
  reply.setCookie(DEVICE_COOKIE, value, {
    path: `${ctx.config.apiBase}/sys`,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(ctx),
    maxAge: DEVICE_COOKIE_SECONDS,
  })
  return { ...originOf(request), device: tokenHash(value) }
}
