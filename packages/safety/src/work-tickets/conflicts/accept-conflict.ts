import type { InputOf, simopsEndpoints } from '@suoan/contract'
import { isTerminal } from '@suoan/domain/work-ticket'
import { fail } from '@suoan/platform/fail'
import { detectConflicts } from '../detect-conflicts.ts'
import { mustBe } from '../moves/crew.ts'
import { command, type TicketCommand } from '../ticket-command.ts'
import { ticketOf } from '../ticket-row.ts'

type Input = InputOf<(typeof simopsEndpoints)['conflictAccept']>

/**
 * SAFETY answers for a clash (G06): severity 2 is accepted with measures, anything below 3 may be misjudged. The clash
 * is looked for anew first, so what is decided is what stands; the decision stays in the ticket's chain.
 */
export function acceptConflict(input: Input): TicketCommand {
  return command({
    prepare: async ({ tx, work, actor, now }) => {
      mustBe(actor, ['SAFETY'], '安全管理人员')
      if (isTerminal(ticketOf(work))) throw fail('REFUSED', { detail: '工作票已终结，不能再处理冲突' })
      await detectConflicts(tx, work, now)
      const row = await tx
        .selectFrom('loWorkConflict')
        .select(['id', 'severity', 'state'])
        .where('workId', '=', work.id)
        .where('otherWorkId', '=', input.otherWorkId)
        .where('ruleCode', '=', input.ruleCode)
        .where('detail', '=', input.detail)
        .where('state', '<>', 2)
        .executeTakeFirst()
      if (!row) throw fail('REFUSED', { detail: '这项冲突已不存在，请刷新后核对' })
      const severity = row.severity ?? 3
      if (severity >= 3) throw fail('REFUSED', { detail: '阻断级冲突不能接受，请调整作业时间、地点或人员' })
      await tx
        .updateTable('loWorkConflict')
        .set({
          state: input.decision === 'accept' ? 1 : 3,
          decideBy: actor.userId,
          decideTime: new Date(now),
          measures: input.measures,
          updateTime: new Date(now),
        })
        .where('id', '=', row.id)
        .execute()
      await detectConflicts(tx, work, now)
      return severity
    },
    act: ({ prepared: severity }) => ({
      event: null,
      audit: {
        note: 'conflictAccept',
        decision: input.decision,
        otherWorkId: input.otherWorkId,
        ruleCode: input.ruleCode,
        severity,
        detail: input.detail,
        reason: input.measures,
      },
    }),
  })
}
