import { externalPerson } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { sql } from 'kysely'
import { mustShowFace } from './face.ts'
import { storedNumber } from './id-number.ts'

interface Written {
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

function mustBeInOrder({ admitFrom, admitTo, trainFrom, trainTo }: Written): void {
  if ((admitFrom ?? null) !== null && (admitTo ?? null) !== null && String(admitFrom) > String(admitTo))
    throw fail('BAD_INPUT', { detail: '入场许可的截止日期早于开始日期，请核对' })
  if ((trainFrom ?? null) !== null && (trainTo ?? null) !== null && String(trainFrom) > String(trainTo))
    throw fail('BAD_INPUT', { detail: '培训的截止日期早于培训日期，请核对' })
}

export const externalPersonHooks = defineHooks(externalPerson, {
  beforeAdd: async (draft, call) => {
    mustBeInOrder(draft)
    await mustShowFace(call, draft.photo, null)
    await keepNumberAway(draft, null, call)
  },
  beforeEdit: async (draft, before, call) => {
    mustBeInOrder({ ...before, ...draft })
    if (draft.photo !== before.photo) await mustShowFace(call, draft.photo, before.id)
    await keepNumberAway(draft, before.id, call)
  },
  beforeDelete: async (rows, { tx }) => {
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
