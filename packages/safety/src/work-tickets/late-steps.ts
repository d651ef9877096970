import { latenessAction } from '@suoan/domain/work-ticket'
import type { Context } from '@suoan/platform/context'
import { scheduleTimer } from '@suoan/platform/timers'
import { takeBySystem } from './advance-ticket.ts'
import { loadSuperiors } from './facts/flow.ts'
import { command } from './ticket-command.ts'

/**
 * What a late review or approval step leads to (T16): urge, escalate up to three levels, then the administrator. The
 * step's own time passes between one and the next. Nothing here ever decides the step.
 */
export function watchLateSteps(ctx: Context): void {
  ctx.timers.on('step.overdue', async (ctx, { tenantId, subjectId, key: rowId, data: { nth } }) => {
    const late = command({
      reads: ['steps'],
      act: async ({ tx, work, facts }) => {
        const row = facts.steps.find((each) => each.id === rowId)
        // The ticket or the row is gone: nobody is late any more.
        if (!row) return { event: null, audit: { rowId, nth } }
        const { dueAt, slaMin } = row
        const ends = latenessAction(row, nth) === 'flag'
        const next = ends || dueAt === null || !slaMin ? null : dueAt + (nth + 1) * slaMin * 60_000
        return {
          event: { type: 'stepOverdue', rowId, nth, superiors: await loadSuperiors(tx, work, row) },
          // In the same transaction, so that the next look is never lost.
          afterEffects: async ({ tx }) => {
            if (next === null) return
            const timer = { tenantId, kind: 'step.overdue', subjectId, key: rowId } as const
            await scheduleTimer(tx, { ...timer, dueAt: next, data: { nth: nth + 1 } })
          },
          audit: { rowId, nth },
        }
      },
    })
    await takeBySystem(ctx, tenantId, subjectId, late)
  })
}
