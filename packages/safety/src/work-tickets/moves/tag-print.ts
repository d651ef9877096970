import { paperEndpoints, type InputOf } from '@suoan/contract'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { command, saidAt, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { mustBeLive } from './crew.ts'

/** Somebody says that tags of the ticket came out of the printer (LoWorkTag 已打印). */
export function bindTagPrinting(bindMove: BindMove): void {
  bindMove(paperEndpoints.tagPrint, tagPrint)
}

/**
 * The tags are printed: by whom and when stands on them and in the chain of the ticket. Nothing else says so, for a browser
 * does not tell whether somebody printed what he was shown (decision 0937). A tag that hangs or was taken off stays as it is.
 */
function tagPrint({ pointIds }: InputOf<typeof paperEndpoints.tagPrint>): TicketCommand {
  const ids = [...new Set(pointIds)]
  return command({
    prepare: async (scene) => {
      const { tx, work, actor } = scene
      mustBeLive(scene)
      const { rows } = await sql<{ pointId: string }>`
        update lo_work_tag set state = case state when 0 then 1 else state end, print_time = ${new Date(saidAt(scene))},
          print_by = ${actor.userId}
        where work_id = ${work.id} and point_id = any(${ids}::text[]) and state in (0, 1) and del_flag = 0
        returning point_id`.execute(tx)
      if (rows.length < ids.length)
        throw fail('REFUSED', { detail: '所选标牌中有已挂、已摘或不属于本票的，请刷新后重新选择' })
    },
    act: () => ({ event: null, audit: { note: 'tagPrint', pointIds: ids } }),
  })
}
