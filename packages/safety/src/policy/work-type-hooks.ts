import { measureTemplate, upgradeRuleShape, workType } from '@suoan/contract'
import { emergencyType } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { isTicketOfKind } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'

/** Live tickets of the row's kind, at its level or raised through it; of an emergency repair at any level. */
const strict = strictWhileReliedOn(workType, {
  reliedOnBy: ({ typeCode, levelCode }) => sql`(${ticketIn('live')} and ${isTicketOfKind(typeCode)}
    and (w.work_type = ${emergencyType} or ${levelCode} between w.work_level and coalesce(w.base_level, w.work_level)))`,
})

/** 作业类型策略: as long as approved tickets stand under a row it only gets stricter (3-domain.md §3.4 LoWorkType). */
export const workTypeHooks = defineHooks(workType, {
  beforeAdd: (draft) => mustRead(draft),
  async beforeEdit(draft, before, call) {
    mustRead(draft)
    await strict.beforeEdit(draft, before, call)
  },
  beforeDelete: strict.beforeDelete,
})

/** What nobody could read later is refused when it is written, not when somebody waits for his ticket. */
function mustRead({ upgradeRule, measuresTpl }: Readonly<Record<string, unknown>>): void {
  if (isGiven(upgradeRule) && !upgradeRuleShape.safeParse(upgradeRule).success)
    throw fail('BAD_INPUT', { detail: '升级规则无法识别，请在表单中重新选择各情形的级别' })
  if (isGiven(measuresTpl) && !measureTemplate.safeParse(measuresTpl).success)
    throw fail('BAD_INPUT', { detail: '安全措施模板有空行或超过 300 字的措施，请补全、缩短或删除后再保存' })
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
