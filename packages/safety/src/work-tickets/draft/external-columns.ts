import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'

/** What the register says of somebody, as a ticket's list of people keeps it; only the tenant's own register counts. */
export async function externalColumns(
  tx: Tx,
  tenantId: number,
  externalId: string,
): Promise<{
  externalId: string
  personName: string | null
  company: string | null
  idMask: string | null
  personSource: number
}> {
  const row = await tx
    .selectFrom('loExternalPerson')
    .select(['personName', 'company', 'idMask', 'source'])
    .where('id', '=', externalId)
    .where('tenantId', '=', tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!row) throw fail('BAD_INPUT', { detail: '外来人员没有登记或登记已删除，请重新选择' })
  const { personName, company, idMask, source } = row
  return { externalId, personName, company, idMask, personSource: source ?? 2 }
}
