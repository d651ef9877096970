import { flow, flowStep } from '@suoan/contract'
import { emergencyType, flowConditionMistake } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { ticketIn } from '../ticket-sets.ts'

/** Tickets that are in review or approval by the flow, or live and asked again when they are extended (T39). */
const askedBy = (flowId: unknown) => sql`(${ticketIn('underway')} and exists (select 1 from lo_work_type t
  where t.tenant_id = w.tenant_id and t.type_code = w.work_type and (t.level_code = w.work_level or w.work_type = ${emergencyType}) and t.del_flag = 0
    and t.flow_id = ${flowId}))`

/** 审批流程 and its steps: under a ticket they are followed by, neither asks fewer people (decision 0589). */
export const flowHooks = defineHooks(flow, strictWhileReliedOn(flow, { reliedOnBy: ({ id }) => askedBy(id) }))

/** Steps under a ticket that is asked by their flow ask no fewer people. */
export const strictStep = strictWhileReliedOn(flowStep, { reliedOnBy: ({ flowId }) => askedBy(flowId) })

/**
 * A condition that cannot be read, and a step that names people but nobody, are refused when they are written, not when
 * somebody waits for his ticket.
 */
function check(step: { condition?: unknown; scopeRule?: unknown; userIds?: unknown }): void {
  const mistake = flowConditionMistake(step.condition ? String(step.condition) : null)
  if (mistake !== null) throw fail('BAD_INPUT', { detail: mistake })
  if (step.scopeRule === 'NAMED' && !(Array.isArray(step.userIds) && step.userIds.length > 0))
    throw fail('BAD_INPUT', { detail: '人员范围为“指定人员”时，请选择指定人员' })
}

export const flowStepHooks = defineHooks(flowStep, {
  beforeAdd: (draft) => check(draft),
  async beforeEdit(draft, before, call) {
    check({ ...before, ...draft })
    await strictStep.beforeEdit(draft, before, call)
  },
  beforeDelete: strictStep.beforeDelete,
})
