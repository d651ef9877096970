import { measureTemplate, upgradeRuleShape, workType } from '@suoan/contract'
import { weakenedFields } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { ticketIn } from '../ticket-sets.ts'

interface Policy {
  readonly typeCode?: unknown
  readonly levelCode?: unknown
}

/** Named in a refusal. */
const mostNumbers = 5

/** 作业类型策略: as long as approved tickets stand under a row it only gets stricter (3-domain.md §3.4 LoWorkType). */
export const workTypeHooks = defineHooks(workType, {
  beforeAdd: (draft) => mustRead(draft),
  async beforeEdit(draft, before, { tx, actor }) {
    mustRead(draft)
    const weaker = weakenedFields(before, draft)
    if (weaker.length === 0) return
    const numbers = await liveUnder(tx, actor.tenantId, [before])
    if (numbers === null) return
    const fields: Readonly<Record<string, { readonly label: string }>> = workType.fields
    const labels = weaker.map((name) => `“${fields[name]?.label ?? name}”`).join('、')
    throw fail('IN_USE', {
      detail: `作业票 ${numbers} 正按此策略作业，${labels}只能从严修改；请在这些作业结束后再放宽`,
    })
  },
  async beforeDelete(rows, { tx, actor }) {
    const numbers = await liveUnder(tx, actor.tenantId, rows)
    if (numbers !== null)
      throw fail('IN_USE', { detail: `作业票 ${numbers} 正按所选策略作业，不能删除；请在这些作业结束后再试` })
  },
})

/** What nobody could read later is refused when it is written, not when somebody waits for his ticket. */
function mustRead({ upgradeRule, measuresTpl }: Readonly<Record<string, unknown>>): void {
  if (isGiven(upgradeRule) && !upgradeRuleShape.safeParse(upgradeRule).success)
    throw fail('BAD_INPUT', { detail: '升级规则无法识别，请在表单中重新选择各情形的级别' })
  if (isGiven(measuresTpl) && !measureTemplate.safeParse(measuresTpl).success)
    throw fail('BAD_INPUT', { detail: '安全措施模板有空行或超过 300 字的措施，请补全、缩短或删除后再保存' })
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Numbers of the live tickets under any of these rows, as people read them; null when there are none. */
async function liveUnder(tx: Tx, tenantId: number, rows: readonly Policy[]): Promise<string | null> {
  const types = rows.map(({ typeCode }) => String(typeCode))
  const levels = rows.map(({ levelCode }) => String(levelCode))
  const found = await sql<{ workNo: string }>`
    select w.work_no from lo_work w
    join unnest(${types}::text[], ${levels}::text[]) as p(type_code, level_code)
      on p.type_code = w.work_type and p.level_code = w.work_level
    where w.tenant_id = ${tenantId} and ${ticketIn('live')} order by w.work_no limit ${mostNumbers + 1}`.execute(
    tx,
  )
  if (found.rows.length === 0) return null
  const named = found.rows.slice(0, mostNumbers).map(({ workNo }) => workNo)
  return `${named.join('、')}${found.rows.length > mostNumbers ? ' 等' : ''}`
}
