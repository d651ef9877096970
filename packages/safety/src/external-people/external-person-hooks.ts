import { externalPerson } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { sql } from 'kysely'
import { digestOfIdNumber, maskOfIdNumber } from './id-number.ts'

interface Written {
  idNumber?: string | null
  idMask?: string | null
  admitFrom?: string | null
  admitTo?: string | null
  trainFrom?: string | null
  trainTo?: string | null
}

/** The number becomes mask and digest before anything of it is stored; one card is registered once. */
async function keepNumberAway(draft: Written, id: string | null, { tx, scope }: HookCall): Promise<void> {
  if (draft.idNumber === undefined || draft.idNumber === null || draft.idNumber.trim() === '') {
    delete draft.idNumber
    return
  }
  const digest = await digestOfIdNumber(draft.idNumber, scope.tenantId)
  const { rows } = await sql<{ name: string }>`select person_name as name from lo_external_person
    where tenant_id = ${scope.tenantId} and id_hash = ${digest} and del_flag = 0 and id <> ${id ?? ''}`.execute(
    tx,
  )
  const [other] = rows
  if (other) throw fail('BAD_INPUT', { detail: `此证件已登记为“${other.name}”，请直接使用该登记` })
  draft.idMask = maskOfIdNumber(draft.idNumber)
  draft.idNumber = digest
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
    await keepNumberAway(draft, null, call)
  },
  beforeEdit: async (draft, before, call) => {
    mustBeInOrder({ ...before, ...draft })
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
