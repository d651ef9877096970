import { workExecutionEndpoints as execution, type InputOf } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { detectConflicts } from '../detect-conflicts.ts'
import { loadExtension } from '../facts/execution.ts'
import { just, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'

/** More time: asked, decided by two (T39); and more time to close out (§5.8 L4). */
export function bindExtending(bindMove: BindMove): void {
  bindMove(execution.extendAsk, extendAsk)
  bindMove(execution.extendDecide, extendDecide)
  bindMove(execution.closeDeadlineMove, ({ deadline, reason }) =>
    just({ type: 'closeDeadlineMove', deadline: shanghaiMoment(deadline), reason }, { deadline, reason }),
  )
}

/** Conflicts are looked for up to the new end (G06); the row is the second one where a request is open (G25). */
function extendAsk({ newEnd, reason }: InputOf<typeof execution.extendAsk>): TicketCommand {
  const extendId = newId()
  const end = shanghaiMoment(newEnd)
  return {
    prepare: async ({ tx, work, actor, now }) => {
      await detectConflicts(tx, work, now, end)
      await tx
        .insertInto('loWorkExtend')
        .values({
          id: extendId,
          tenantId: work.tenantId,
          workId: work.id,
          oldEnd: work.validEnd ?? work.planEnd ?? new Date(now),
          newEnd: new Date(end),
          reason,
          askBy: actor.userId,
          askTime: new Date(now),
          result: 0,
          createBy: actor.userId,
          createTime: new Date(now),
        })
        .execute()
    },
    ...just({ type: 'extendAsk', extendId, newEnd: end }, { extendId, newEnd, reason }),
  }
}

function extendDecide({ extendId, agree, opinion }: InputOf<typeof execution.extendDecide>): TicketCommand {
  return {
    prepare: async (scene) => {
      if (agree) await conflictsUntilNewEnd(scene)
    },
    act: () => ({
      event: agree
        ? { type: 'extendApprove', extendId }
        : { type: 'extendReject', extendId, reason: opinion },
      afterEffects: async ({ tx, work }) => {
        if (opinion === '') return
        await tx
          .updateTable('loWorkExtend')
          .set({ opinion })
          .where('id', '=', extendId)
          .where('workId', '=', work.id)
          .execute()
      },
      audit: { extendId, agree: agree ? 1 : 0, opinion },
    }),
  }
}

async function conflictsUntilNewEnd({ tx, work, now }: Scene): Promise<void> {
  const open = await loadExtension(tx, work.id)
  if (open !== null) await detectConflicts(tx, work, now, open.newEnd)
}
