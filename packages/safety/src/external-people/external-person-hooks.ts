import { externalPerson, permissionOf } from '@suoan/contract'
import type { Actor } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { sql } from 'kysely'
import { refuseBarred, type Person } from './barred.ts'
import { mustShowFace } from './face.ts'
import { storedNumber } from './id-number.ts'

interface Written {
  personName?: string | null
  company?: string | null
  phone?: string | null
  idNumber?: string | null
  idMask?: string | null
  admitFrom?: string | null
  admitTo?: string | null
  trainFrom?: string | null
  trainTo?: string | null
  photo?: string | null
}

/** The number becomes mask and digest before anything of it is stored. */
async function keepNumberAway(draft: Written, id: string | null, { tx, scope }: HookCall): Promise<void> {
  const stored = await storedNumber(tx, scope.tenantId, draft.idNumber, id)
  // An empty number changes nothing: the form of a stored person never shows the old one.
  if (stored === null) delete draft.idNumber
  else Object.assign(draft, { idMask: stored.mask, idNumber: stored.digest })
}

/** The row that hooks see leaves secrets out. */
async function digestOf({ tx }: HookCall, id: string): Promise<string | null> {
  const { rows } = await sql<{ idNumber: string | null }>`select id_number from lo_external_person
    where id = ${id}`.execute(tx)
  return rows[0]?.idNumber ?? null
}

const personOf = ({ personName, company, phone, idNumber }: Written, id: string | null): Person => ({
  id,
  personName: personName ?? '',
  company: company ?? null,
  phone: phone ?? null,
  idNumber: idNumber ?? null,
})

function mustBeInOrder({ admitFrom, admitTo, trainFrom, trainTo }: Written): void {
  if ((admitFrom ?? null) !== null && (admitTo ?? null) !== null && String(admitFrom) > String(admitTo))
    throw fail('BAD_INPUT', { detail: '入场许可的截止日期早于开始日期，请核对' })
  if ((trainFrom ?? null) !== null && (trainTo ?? null) !== null && String(trainFrom) > String(trainTo))
    throw fail('BAD_INPUT', { detail: '培训的截止日期早于培训日期，请核对' })
}

/** By what somebody on the blacklist is known again. */
const knownBy = ['personName', 'company', 'phone', 'photo'] as const

/**
 * A line on the blacklist is not turned into somebody else's. What it lacks may be added; the card, by which he is told
 * from others of his name, only with the right of the list.
 */
function mustStayKnown(draft: Written, before: Written & { idNumber: string | null }, actor: Actor): void {
  const isOther = (next: string | null | undefined, was: string | null | undefined) =>
    next !== undefined && (was ?? '') !== '' && (next ?? '') !== was
  if (
    knownBy.some((field) => isOther(draft[field], before[field])) ||
    isOther(draft.idNumber, before.idNumber)
  )
    throw fail('REFUSED', {
      detail: `“${before.personName}”在黑名单中，姓名、单位、电话、照片和证件不能修改；确需修改，请由有黑名单权限的人员先移出黑名单`,
    })
  if (
    draft.idNumber !== undefined &&
    before.idNumber === null &&
    !actor.permissions.has(permissionOf(externalPerson, 'blacklist'))
  )
    throw fail('REFUSED', {
      detail: `“${before.personName}”在黑名单中，证件号码请由有黑名单权限的人员补录`,
    })
}

export const externalPersonHooks = defineHooks(externalPerson, {
  beforeAdd: async (draft, call) => {
    mustBeInOrder(draft)
    await mustShowFace(call, draft.photo, null)
    await keepNumberAway(draft, null, call)
    await refuseBarred(call.tx, call.scope.tenantId, personOf(draft, null))
  },
  beforeEdit: async (draft, before, call) => {
    mustBeInOrder({ ...before, ...draft })
    if (draft.photo !== before.photo) await mustShowFace(call, draft.photo, before.id)
    await keepNumberAway(draft, before.id, call)
    const stored = { ...before, idNumber: await digestOf(call, before.id) }
    if (before.blackFlag === 1) mustStayKnown(draft, stored, call.actor)
    else if (draft.idNumber !== undefined || knownBy.some((field) => draft[field] !== undefined))
      await refuseBarred(call.tx, call.scope.tenantId, personOf({ ...stored, ...draft }, before.id))
  },
  beforeDelete: async (rows, { tx }) => {
    const barred = rows.filter((row) => row.blackFlag === 1)
    if (barred.length > 0)
      throw fail('REFUSED', {
        detail: `${barred.map((row) => row.personName).join('、')} 在黑名单中，登记须保留；确需删除，请由有黑名单权限的人员先移出黑名单`,
      })
    const ids = rows.map((row) => row.id)
    const { rows: used } = await sql<{ name: string }>`select distinct e.person_name as name
      from lo_work_person p join lo_external_person e on e.id = p.external_id where p.external_id = any(${ids})`.execute(
      tx,
    )
    if (used.length > 0)
      throw fail('REFUSED', {
        detail: `${used.map(({ name }) => name).join('、')} 已列入工作票，登记须保留；不再来厂的人员请停用`,
      })
  },
})
