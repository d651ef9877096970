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

const strictStep = strictWhileReliedOn(flowStep, { reliedOnBy: ({ flowId }) => askedBy(flowId) })

/** A condition that cannot be read is refused when it is written, not when somebody waits for his ticket. */
function check(draft: { condition?: string | null }): void {
  const mistake = flowConditionMistake(draft.condition ?? null)
  if (mistake !== null) throw fail('BAD_INPUT', { detail: mistake })
}

export const flowStepHooks = defineHooks(flowStep, {
  beforeAdd: check,
  async beforeEdit(draft, before, call) {
    check(draft)
    await strictStep.beforeEdit(draft, before, call)
  },
  beforeDelete: strictStep.beforeDelete,
})
