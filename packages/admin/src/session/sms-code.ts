import { named } from '@suoan/kit/pattern'
import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { deliveryOf, noteMessage, type Message } from '../messaging/index.ts'
import { beginCode, settleRight, settleWrong } from './login-guard.ts'
import { keyedHash } from '@suoan/platform/secret-key'

/** What a code is good for; one made for another purpose is worth nothing. */
export type CodePurpose = 'login' | 'register' | 'reset' | 'phone' | 'email'

/** Life of a code (4-api.md §2.5), ms. */
const CODE_LIFE_MS = 600_000
/** Tries of a code where it was asked for, and from everywhere else together (security.md V13, decision 0517). */
const MOST_TRIES = 5
/** Codes to one number, whoever asks for them. */
const NUMBER_HOURLY = 5
const NUMBER_DAILY = 10
/** Codes asked for by one signed-in person. */
const PERSON_DAILY = 10
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface CodeRequest {
  /** Where the code goes: a mobile number; for the purpose `email` a mail address. */
  readonly phone: string
  readonly purpose: CodePurpose
  /** Address key of who asks. */
  readonly address: string
  /** The signed-in person who asks; null before a sign-in. */
  readonly askedBy: string | null
  /** Whether a code goes out. False leaves every trace but the message, so that no answer tells which it was. */
  readonly isMeant: boolean
  /** Sent instead of a code to a number whose owner should know of the try. */
  readonly instead?: string
}

/** Whether a mobile number of the mainland. */
const isMobile = (phone: string): boolean => named.m.test(phone)

/** Whether a mail address, as the user's field takes it. */
const isEmail = (text: string): boolean => text.length <= 45 && named.e.test(text)

/**
 * Makes a code, remembers only its keyed hash, and sends it. Returns why not, in the user's words: no gateway, one
 * still valid, or too many of this number, address or person. Whether the number is known never shows.
 */
export async function requestCode(ctx: Context, request: CodeRequest): Promise<string | undefined> {
  const { phone, purpose, address } = request
  const doubt = addressDoubt(ctx, request)
  if (doubt !== undefined) return doubt
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const noted = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now()
    await takeTurns(tx, [`phone:${phone}`, `address:${address}`])
    const refused = await limitObjection(tx, ctx, request, now)
    if (refused !== undefined) return refused
    await tx
      .insertInto('smsCode')
      .values({
        phone,
        purpose,
        // Nothing that can be typed has the hash of what is not a code.
        codeHash: request.isMeant ? codeHash(ctx, request, code) : '-',
        askedBy: request.askedBy,
        address,
        createdAt: new Date(now),
        expiresAt: new Date(now + CODE_LIFE_MS),
      })
      .execute()
    await tx
      .deleteFrom('smsCode')
      .where('createdAt', '<', new Date(now - 2 * DAY_MS))
      .execute()
    return noteMessage(tx, ctx, messageOf(request, code), request.isMeant || request.instead !== undefined)
  })
  if (typeof noted === 'string') return noted
  noted()
  return undefined
}

function messageOf({ phone, purpose, isMeant, instead }: CodeRequest, code: string): Message {
  const isCode = isMeant || instead === undefined
  const text = isCode
    ? `【锁安】${titles[purpose]}验证码 ${code}，10 分钟内有效。如非本人操作，请忽略并告知管理员。`
    : instead
  return purpose === 'email'
    ? { channel: 'mail', purpose, to: phone, subject: '锁安邮箱验证', text }
    : { channel: 'sms', purpose, to: phone, text, code: isCode ? code : null }
}

/** Why a code cannot go there. */
function addressDoubt(ctx: Context, { phone, purpose }: CodeRequest): string | undefined {
  if (purpose === 'email') {
    if (!isEmail(phone)) return '邮箱格式不正确'
    return deliveryOf(ctx, 'mail') === 'none' ? '邮件服务未配置，请联系管理员！' : undefined
  }
  if (phone === '') return '手机号不允许为空！'
  if (!isMobile(phone)) return '请输入正确手机号'
  return deliveryOf(ctx, 'sms') === 'none' ? '短信接口未配置，请联系管理员！' : undefined
}

const titles: Readonly<Record<CodePurpose, string>> = {
  login: '登录',
  register: '注册',
  reset: '找回密码',
  phone: '修改手机号',
  email: '修改邮箱',
}

const whereOf = (purpose: CodePurpose): string => (purpose === 'email' ? '该邮箱' : '该手机号')

async function limitObjection(
  tx: Tx,
  ctx: Context,
  { phone, purpose, address, askedBy }: CodeRequest,
  now: number,
): Promise<string | undefined> {
  const hour = new Date(now - HOUR_MS)
  const day = new Date(now - DAY_MS)
  const { rows } = await sql<{
    live: boolean
    numberHour: number
    numberDay: number
    addressHour: number
    personDay: number
  }>`
    select
      exists (select from sms_code where phone = ${phone} and purpose = ${purpose} and not used
        and tries < ${MOST_TRIES} and (address = ${address} or strange_tries < ${MOST_TRIES})
        and expires_at > ${new Date(now)}) as live,
      (select count(*)::int from sms_code where phone = ${phone} and created_at > ${hour}) as number_hour,
      (select count(*)::int from sms_code where phone = ${phone} and created_at > ${day}) as number_day,
      (select count(*)::int from sms_code where address = ${address} and created_at > ${hour}) as address_hour,
      (select count(*)::int from sms_code where asked_by = ${askedBy} and created_at > ${day}) as person_day`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw new Error('the counts of codes gave no row')
  if (row.live) return '验证码10分钟内，仍然有效！'
  if (row.numberHour >= NUMBER_HOURLY) return `${whereOf(purpose)}获取验证码过于频繁，请 1 小时后再试`
  if (row.numberDay >= NUMBER_DAILY) return `${whereOf(purpose)}今天获取验证码的次数已用完，请明天再试`
  if (row.addressHour >= ctx.config.smsAddressHourly) return '当前网络获取验证码过于频繁，请 1 小时后再试'
  if (row.personDay >= PERSON_DAILY) return '您今天获取验证码的次数已用完，请明天再试'
  return undefined
}

/** A code that was right, to be used up with `spendCode` in the transaction of what it allows. */
export interface RightCode {
  readonly id: string
}

/**
 * Checks a typed code. Every try counts: five where the code was asked for, five from everywhere else together, so that
 * a stranger's guesses use up none of its owner's; and wrong ones towards the lock of the number at this address, so that
 * asking for new codes does not give new guesses for ever.
 */
export async function checkCode(
  ctx: Context,
  given: {
    readonly phone: string
    readonly purpose: CodePurpose
    readonly code: string
    readonly address: string
  },
): Promise<RightCode | { readonly objection: string }> {
  const attempt = await beginCode(ctx, given.phone, given.address)
  if (attempt === 'busy') return { objection: '操作过于频繁，请稍后再试' }
  if ('wait' in attempt) return { objection: `验证码错误次数过多，请 ${attempt.wait}后再试` }
  const right = await ctx.db.transaction().execute(async (tx) => {
    const now = new Date(ctx.clock.now())
    const row = await tx
      .selectFrom('smsCode')
      .select(['id', 'codeHash', 'address'])
      .where('phone', '=', given.phone)
      .where('purpose', '=', given.purpose)
      .where('used', '=', false)
      .where((where) =>
        where.or([
          where.and([where('address', '=', given.address), where('tries', '<', MOST_TRIES)]),
          where.and([where('address', '<>', given.address), where('strangeTries', '<', MOST_TRIES)]),
        ]),
      )
      .where('expiresAt', '>', now)
      // What was asked for here comes before what somebody asked for elsewhere.
      .orderBy((order) => order('address', '=', given.address), 'desc')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    const typed = codeHash(ctx, given, given.code)
    if (!row) return undefined
    await tx
      .updateTable('smsCode')
      .set((set) =>
        row.address === given.address
          ? { tries: set('tries', '+', 1) }
          : { strangeTries: set('strangeTries', '+', 1) },
      )
      .where('id', '=', row.id)
      .execute()
    return isSame(row.codeHash, typed) ? { id: row.id } : undefined
  })
  if (right) {
    await settleRight(ctx, attempt)
    return right
  }
  await settleWrong(ctx, attempt)
  return { objection: given.purpose === 'email' ? '邮箱验证码错误' : '手机验证码错误' }
}

/** Uses a right code up; false when somebody was faster. */
export async function spendCode(tx: Tx, code: RightCode): Promise<boolean> {
  const spent = await tx
    .updateTable('smsCode')
    .set({ used: true })
    .where('id', '=', code.id)
    .where('used', '=', false)
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

function codeHash(ctx: Context, about: Pick<CodeRequest, 'phone' | 'purpose'>, code: string): string {
  return keyedHash(ctx.config, `${about.purpose}|${about.phone}|${code}`)
}

function isSame(stored: string, typed: string): boolean {
  return stored.length === typed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(typed))
}

/** One at a time per number and per address; the keys in order, so that two requests cannot wait for each other. */
async function takeTurns(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sms:${key}`}, 0))`.execute(tx)
  }
}
