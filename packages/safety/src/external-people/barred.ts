import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { plainName } from './card-number.ts'

/** Somebody who is to be registered, edited or given a pass. */
export interface Person {
  /** His line of the register; null = a new one. */
  readonly id: string | null
  readonly personName: string
  readonly company: string | null
  readonly phone: string | null
  /** Digest of his card's number; null = none was given. */
  readonly idNumber: string | null
}

interface Barred {
  id: string
  personName: string
  company: string | null
  phone: string | null
  idNumber: string | null
  blackReason: string | null
}

/**
 * Somebody on the blacklist does not come in by a second line (decision 0588). Two cards are two people. Where this one
 * has no card, name or telephone of anybody on the list is enough to ask for it; where the one on the list has none, the
 * same name of the same company or the same telephone bars until somebody with the right of the list has added the card or taken him off.
 * @throws REFUSED with who is on the list and what to do
 */
export async function refuseBarred(tx: Tx, tenantId: number, person: Person): Promise<void> {
  const { rows } = await sql<Barred>`
    select id, person_name, company, phone, id_number, black_reason from lo_external_person
    where tenant_id = ${tenantId} and black_flag = 1 and del_flag = 0 and id <> ${person.id ?? ''} order by id`.execute(
    tx,
  )
  for (const barred of rows) {
    const hint = whatToDo(person, barred)
    if (hint === null) continue
    const where = [barred.company, barred.blackReason && `原因：${barred.blackReason}`]
      .filter(Boolean)
      .join('，')
    throw fail('REFUSED', {
      detail: `黑名单中的“${barred.personName}”（${where}）${hint}`,
    })
  }
}

/** Null when they are two people, or nothing says that they are one. */
function whatToDo(person: Person, barred: Barred): string | null {
  const name = isSame(person.personName, barred.personName)
  const phone = (person.phone ?? '') !== '' && person.phone === barred.phone
  if (person.idNumber !== null && barred.idNumber !== null)
    return person.idNumber === barred.idNumber ? '与此人证件相同，不能登记或签发通行证' : null
  const same = name ? '与此人同名' : '与此人电话相同'
  const resolve = '请由有黑名单权限的人员补录黑名单登记的证件号码，或核实后移出黑名单'
  if (person.idNumber === null) {
    if (!name && !phone) return null
    const ask = `${same}，请录入本人的证件号码，核对不是同一人后再办理`
    return barred.idNumber === null ? `${ask}；该黑名单登记没有证件号码，${resolve}` : ask
  }
  if (!phone && !(name && isSameCompany(person.company, barred.company))) return null
  return `${same}，该黑名单登记没有证件号码，无法区分，${resolve}`
}

const isSame = (one: string, other: string): boolean => plainName(one) === plainName(other)

/** One is often written with and without 有限公司. */
function isSameCompany(one: string | null, other: string | null): boolean {
  const [a, b] = [plainName(one ?? ''), plainName(other ?? '')]
  return a.includes(b) || b.includes(a)
}

/** How many other lines in use bear this name and have no card to tell them apart from it. */
export async function countNamesakes(tx: Tx, tenantId: number, id: string, name: string): Promise<number> {
  const { rows } = await sql<{ personName: string }>`select person_name from lo_external_person
    where tenant_id = ${tenantId} and del_flag = 0 and status = 1 and black_flag = 0 and id_number is null
      and id <> ${id}`.execute(tx)
  return rows.filter(({ personName }) => isSame(personName, name)).length
}
