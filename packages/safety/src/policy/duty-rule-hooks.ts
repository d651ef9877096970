import { dutyRule } from '@suoan/contract'
import { isBuiltInDuty } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { defineHooks } from '@suoan/platform/resource'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { isTicketOfKind } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'

/** 职责分离规则: G04 asks it of every change in the crew of a live ticket. What is built in holds without its row. */
export const dutyRuleHooks = defineHooks(
  dutyRule,
  strictWhileReliedOn(dutyRule, {
    reliedOnBy: ({ workType }) =>
      sql`(${ticketIn('live')} and (${workType}::text = '*' or ${isTicketOfKind(workType)}))`,
    isFree: ({ workType, tagA, tagB, ruleKind, maxLive }) =>
      isBuiltInDuty({
        workType: String(workType),
        tagA: String(tagA),
        tagB: String(tagB),
        ruleKind: String(ruleKind),
        maxLive: Number(maxLive ?? 0),
      }),
  }),
)
