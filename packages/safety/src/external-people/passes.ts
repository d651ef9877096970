import type { IssuedPass } from '@suoan/contract'
import { barredGap, type ShownPass } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Actor, Tx } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { sha256 } from '../evidence/hash.ts'
import { refuseBarred } from './barred.ts'
import { loadExternals } from './load-externals.ts'

/** Longest a day pass is good for; longer stays get a new one. [D] */
const passDays = 7
const day = 86_400_000

/** What is kept of a badge's code. The code is 100 random bits, so a plain digest gives nothing to guess from. */
const hashOfBadge = (code: string): string => sha256(code.trim().toUpperCase())

/** Letters and digits that nobody confuses when he types them (no 0 O, 1 I L). */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** 20 letters in groups of five: about 99 bits. */
function newCode(): string {
  const picked: string[] = []
  while (picked.length < 20)
    for (const byte of randomBytes(32)) {
      // Bytes above the last whole multiple would make some letters likelier.
      if (byte < letters.length * 8 && picked.length < 20) picked.push(letters[byte % letters.length] ?? '')
    }
  return `TX-${[0, 5, 10, 15].map((from) => picked.slice(from, from + 5).join('')).join('-')}`
}

interface Window {
  readonly validFrom?: string | undefined
  readonly validTo?: string | undefined
}

/** From now to the end of the day unless the caller says otherwise; epoch ms. Throws BAD_INPUT with the reason. */
export function windowOf({ validFrom, validTo }: Window, now: number): { from: number; to: number } {
  const from = validFrom === undefined ? now : shanghaiMoment(validFrom)
  const endOfDay = shanghaiMoment(shanghaiTime(from).slice(0, 10)) + day - 1_000
  const to = validTo === undefined ? endOfDay : shanghaiMoment(validTo)
  if (to <= from) throw fail('BAD_INPUT', { detail: '通行证的失效时间须晚于生效时间' })
  if (to <= now) throw fail('BAD_INPUT', { detail: '通行证的失效时间已过，请重新选择' })
  if (to - from > passDays * day)
    throw fail('BAD_INPUT', { detail: `当日通行证最长 ${passDays} 天，更长时间请到期后重新签发` })
  return { from, to }
}

/**
 * Hands out a pass for the window and ends those it meets: a badge that was lost or copied is worth nothing. Refused to
 * whoever is on the blacklist or may be somebody on it, disabled, or not admitted for the whole window. The code is returned once.
 */
export async function issuePass(
  tx: Tx,
  actor: Actor,
  externalId: string,
  window: Window,
  now: number,
): Promise<IssuedPass> {
  const { rows } = await sql<{
    personName: string
    company: string | null
    phone: string | null
    idNumber: string | null
    photo: string | null
  }>`select person_name, company, phone, id_number, photo from lo_external_person
    where id = ${externalId} and tenant_id = ${actor.tenantId} and del_flag = 0 for no key update`.execute(tx)
  const [person] = rows
  const known = (await loadExternals(tx, actor.tenantId, [externalId])).get(externalId)
  if (!person || !known) throw failUnseen('lo_external_person', [externalId])
  const { fact } = known
  const barred = barredGap(fact)
  if (barred !== null) throw fail('REFUSED', { detail: `${person.personName} ${barred}，不能签发通行证` })
  await refuseBarred(tx, actor.tenantId, { id: externalId, ...person })
  const { from, to } = windowOf(window, now)
  if (fact.admitFrom === null || fact.admitTo === null || from < fact.admitFrom || to > fact.admitTo)
    throw fail('REFUSED', {
      detail: `${person.personName} 的入场许可不包含通行证时间，请先在登记中更新入场许可日期`,
    })
  await sql`update lo_day_pass set revoke_by = ${actor.userId}, revoke_time = ${new Date(now)}, revoke_reason = '换发新证'
    where tenant_id = ${actor.tenantId} and external_id = ${externalId} and revoke_time is null
      and valid_from < ${new Date(to)} and valid_to > ${new Date(from)}`.execute(tx)
  const code = newCode()
  await tx
    .insertInto('loDayPass')
    .values({
      id: newId(),
      tenantId: actor.tenantId,
      externalId,
      badgeHash: hashOfBadge(code),
      badgeTail: code.slice(-5),
      validFrom: new Date(from),
      validTo: new Date(to),
      issueBy: actor.userId,
      issueTime: new Date(now),
    })
    .execute()
  return {
    externalId,
    code,
    personName: person.personName,
    company: person.company ?? '',
    photo: person.photo,
    validFrom: shanghaiTime(from),
    validTo: shanghaiTime(to),
  }
}

/** Ends every pass of somebody that is still good or will be; returns how many. */
export async function revokePasses(
  tx: Tx,
  actor: Actor,
  externalId: string,
  reason: string,
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update lo_day_pass set revoke_by = ${actor.userId}, revoke_time = ${new Date(now)}, revoke_reason = ${reason}
    where tenant_id = ${actor.tenantId} and external_id = ${externalId} and revoke_time is null
      and valid_to > ${new Date(now)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Whose badge was read, and what has become of the pass itself. */
export interface ShownBadge extends ShownPass {
  readonly externalId: string
}

/**
 * The pass whose code was read, or null when there is none. What it proves is `shownPassGap`'s to say; whether its holder
 * may enter is for the guards (G13). Held until the transaction ends: a revocation comes before it or after it.
 */
export async function readBadge(tx: Tx, tenantId: number, code: string): Promise<ShownBadge | null> {
  const { rows } = await sql<{
    externalId: string
    validFrom: Date
    validTo: Date
    revokeTime: Date | null
    revokeReason: string | null
  }>`
    select p.external_id, p.valid_from, p.valid_to, p.revoke_time, p.revoke_reason
    from lo_day_pass p join lo_external_person e on e.id = p.external_id and e.del_flag = 0
    where p.tenant_id = ${tenantId} and p.badge_hash = ${hashOfBadge(code)} for share of p`.execute(tx)
  const [row] = rows
  if (!row) return null
  return {
    externalId: row.externalId,
    from: row.validFrom.getTime(),
    to: row.validTo.getTime(),
    revoked: row.revokeTime === null ? null : (row.revokeReason ?? ''),
  }
}
