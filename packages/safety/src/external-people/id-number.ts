import { sql } from 'kysely'
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { readCardNumber } from './card-number.ts'

const derive = promisify<string, string, number, Buffer>(scrypt)

/** First three and last four characters, as ID numbers are shown everywhere; short ones show the last two only. */
function maskOfIdNumber(text: string): string {
  return text.length < 8
    ? `${'*'.repeat(Math.max(0, text.length - 2))}${text.slice(-2)}`
    : `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`
}

/**
 * 64 hex digits that are the same for the same card within a tenant. Slow on purpose: an ID number has so few digits
 * that a plain digest in a stolen table would be guessed.
 */
async function digestOfIdNumber(number: string, tenantId: number): Promise<string> {
  return (await derive(number, `suoan/external-person/${tenantId}`, 32)).toString('hex')
}

/**
 * What is kept of a number that somebody gave; null when he gave none. Throws BAD_INPUT for what can be no number. One
 * card is registered once: throws BAD_INPUT with the name it stands under, unless that is the line `ownId` itself.
 */
export async function storedNumber(
  tx: Tx,
  tenantId: number,
  text: string | null | undefined,
  ownId: string | null,
): Promise<{ digest: string; mask: string } | null> {
  const read = readCardNumber(text)
  if (read === null) return null
  if ('objection' in read) throw fail('BAD_INPUT', { detail: `${read.objection}，请对照证件重新输入` })
  const { number } = read
  const digest = await digestOfIdNumber(number, tenantId)
  const { rows } = await sql<{ name: string; isBarred: boolean }>`
    select person_name as name, black_flag = 1 as is_barred from lo_external_person
    where tenant_id = ${tenantId} and id_number = ${digest} and del_flag = 0 and id <> ${ownId ?? ''}`.execute(
    tx,
  )
  const [other] = rows
  if (other)
    throw fail('BAD_INPUT', {
      detail: `此证件已登记为“${other.name}”，${other.isBarred ? '其在黑名单中，不能登记或签发通行证' : '请直接使用该登记'}`,
    })
  return { digest, mask: maskOfIdNumber(number) }
}
