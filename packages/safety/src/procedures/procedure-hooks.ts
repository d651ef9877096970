import { procedure } from '@suoan/contract'
import { procedureStatus } from '@suoan/domain/procedure'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'

/** 能量控制程序: a version that was effective is what tickets were begun with, so only drafts change or go. */
export const procedureHooks = defineHooks(procedure, {
  async beforeAdd(draft, { tx, actor }) {
    draft['versionNo'] = await nextVersion(tx, actor.tenantId, String(draft.equipId ?? ''))
  },
  beforeEdit(_draft, { status, versionNo }) {
    if (status !== procedureStatus.draft)
      throw fail('REFUSED', { detail: `第 ${versionNo} 版已生效过，内容不再改变；请点“修订”生成新版本` })
  },
  beforeDelete(rows) {
    const kept = rows.find(({ status }) => status !== procedureStatus.draft)
    if (kept)
      throw fail('REFUSED', {
        detail: `“${kept.procName}”第 ${kept.versionNo} 版已生效过，须保留；不再使用时请在“检查”中登记“停用”`,
      })
  },
})

/** The number of the next version of an equipment's procedure; holds the equipment, so that two at once get two numbers. */
export async function nextVersion(tx: Tx, tenantId: number, equipId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    with held as materialized (select id from lo_equip where id = ${equipId} and tenant_id = ${tenantId} for update)
    select coalesce(max(p.version_no), 0) + 1 as next from lo_procedure p
    where p.equip_id in (select id from held) and p.tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.next ?? 1
}
