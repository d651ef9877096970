import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import type { FillKind, FillRules } from '@suoan/platform/resource/fill-rules'

const none = z.strictObject({})

/** The standard ticket number as a class of fill rules: a plant may give its rule `work_no` another one (decision 0813). */
export const workNoKind: FillKind<z.output<typeof none>> = {
  name: 'WorkNoRule',
  title: '工作票号：部门-作业类型-日期-4 位流水号',
  params: none,
  help: {},
  example: {},
  make: ({ tx, tenantId, form, orgCode, now }) =>
    standardWorkNo(
      tx,
      tenantId,
      orgCode,
      typeof form['workType'] === 'string' ? form['workType'] : '00',
      now,
    ),
}

/** The next ticket number by the plant's rule `work_no`, the standard one where it has none. */
export async function nextWorkNo(
  tx: Tx,
  fillRules: FillRules,
  tenantId: number,
  orgCode: string,
  workType: string,
  now: number,
): Promise<string> {
  const ask = { tenantId, ruleCode: 'work_no', form: { workType, orgCode }, orgCode, now }
  const made = await fillRules.next(tx, ask)
  if (made === null) return await standardWorkNo(tx, tenantId, orgCode, workType, now)
  if (!/^[A-Z0-9_-]{1,40}$/.test(made))
    throw fail('REFUSED', {
      detail: `编码规则“work_no”生成的票号“${made}”不符合要求（最多 40 个大写字母、数字、横线和下划线），请系统管理员修改该规则`,
    })
  return made
}

/**
 * The next ticket number `{org}-{type}-{yyyyMMdd}-{seq4}`, gapless per org, type and day (3-domain.md §3.5): the counter
 * row is locked until the ticket is stored, so a failed save gives its number back.
 */
async function standardWorkNo(
  tx: Tx,
  tenantId: number,
  orgCode: string,
  workType: string,
  now: number,
): Promise<string> {
  const day = shanghaiTime(now).slice(0, 10).replaceAll('-', '')
  const prefix = `${orgCode || 'ORG'}-${workType}-${day}`
  const { rows } = await sql<{ seq: number }>`
    insert into lo_work_counter (tenant_id, prefix, seq) values (${tenantId}, ${prefix}, 1)
    on conflict (tenant_id, prefix) do update set seq = lo_work_counter.seq + 1
    returning seq`.execute(tx)
  return `${prefix}-${String(rows[0]?.seq ?? 1).padStart(4, '0')}`
}
