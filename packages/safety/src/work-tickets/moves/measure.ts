import { workTicketEndpoints as tickets, type InputOf } from '@suoan/contract'
import { stopCause, workStatus } from '@suoan/domain/dictionaries'
import { fail } from '@suoan/platform/fail'
import { command, saidAt, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { mustBeCertified } from './certified.ts'
import { mustBe, mustBeLive, mustStandThere } from './crew.ts'
import { policyDemand, sign } from './sign.ts'

type Input = InputOf<typeof tickets.measureConfirm>

/** The call that says safety measures are in place, or are not any more. */
export function bindMeasures(bindMove: BindMove): void {
  // Vouching for a measure keeps nobody safe who may not do it.
  bindMove(tickets.measureConfirm, measureConfirm, ({ inPlace }) => inPlace)
}

/**
 * Who leads, guards, isolates or tests the gas on this ticket confirms on site, by his own name and signature, that measures are
 * in place (G28, LoWorkMeasure); inside the area's fence where one is drawn. A measure found not in place loses its
 * confirmation: that needs no place and no signature. Work under way stops, and neither starts nor goes on before
 * somebody confirms it again.
 */
function measureConfirm({ measureIds, inPlace, onSite, ...given }: Input): TicketCommand {
  const ids = [...new Set(measureIds)]
  return command({
    prepare: async (scene) => {
      const { actor } = scene
      mustBeLive(scene)
      const rows = await listed(scene, ids)
      const contents = rows.map(({ content }) => content ?? '')
      if (!inPlace) {
        await takeBack(scene, ids)
        return contents
      }
      mustBe(actor, ['LEAD', 'GUARD', 'ISO', 'GASTEST'], '工作负责人、监护人、隔离执行人或气体检测人')
      await mustBeCertified(scene, ['LEAD', 'GUARD', 'ISO', 'GASTEST'])
      await mustStandThere(scene, onSite ?? null)
      const demand = await policyDemand(scene, 'measure')
      for (const { id, confirmBy } of rows) {
        // Confirmed already: the first name stays.
        if (confirmBy !== null) continue
        const signId = await sign(scene, {
          bizId: id,
          role: 'MEASURE',
          given,
          demand,
          contentHash: scene.work.contentHash ?? '',
          ...(onSite && { position: onSite }),
        })
        await scene.tx
          .updateTable('loWorkMeasure')
          .set({ result: 1, confirmBy: actor.userId, confirmTime: new Date(saidAt(scene)), signId })
          .where('id', '=', id)
          .execute()
      }
      return contents
    },
    act: ({ work, prepared: contents }) => ({
      event:
        !inPlace && work.workStatus === workStatus.executing
          ? {
              type: 'suspend',
              reason: `安全措施不到位：${contents.join('；')}`.slice(0, 200),
              cause: stopCause.other,
            }
          : null,
      audit: { note: inPlace ? 'measureConfirm' : 'measureLapse', measureIds: ids },
    }),
  })
}

/** The named measures of the ticket that apply; throws REFUSED when one is none of them. */
async function listed({ tx, work }: Scene, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('loWorkMeasure')
    .select(['id', 'confirmBy', 'content'])
    .where('workId', '=', work.id)
    .where('id', 'in', ids)
    .where('involve', '=', 1)
    .where('delFlag', '=', 0)
    .orderBy('orderNum')
    .execute()
  if (rows.length < ids.length)
    throw fail('REFUSED', { detail: '所选措施不在本票涉及的安全措施中，请刷新后重新选择' })
  return rows
}

async function takeBack({ tx }: Scene, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('loWorkMeasure')
    .set({ result: 0, confirmBy: null, confirmTime: null, signId: null })
    .where('id', 'in', ids)
    .execute()
}
