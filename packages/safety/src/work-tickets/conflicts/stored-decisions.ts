import { sql } from 'kysely'

/**
 * A clash belongs to two tickets and SAFETY decides it once: the decision written on the other ticket's row (`m`) holds
 * for this one (`c`) too, as long as it covers the time and the severity.
 */
export const pairDecision = sql`left join lateral (
    select m.state, m.decide_by, m.decide_time, m.measures from lo_work_conflict m
    where m.work_id = c.other_work_id and m.other_work_id = c.work_id and m.rule_code = c.rule_code
      and m.state in (1, 3) and m.severity >= c.severity
      and m.overlap_from <= c.overlap_from and m.overlap_to >= c.overlap_to
    order by m.decide_time desc nulls last limit 1) m on true`
