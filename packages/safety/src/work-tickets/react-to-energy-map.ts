import { execPhase, stopCause } from '@suoan/domain/dictionaries'
import { liveSources, type LiveSource } from '@suoan/domain/isolation'
import { cuttingPoints, isTicketIn } from '@suoan/domain/work-ticket'
import type { Context, Reacting, Tx } from '@suoan/platform/context'
import { oneByOne } from '@suoan/platform/reactions'
import { z } from 'zod'
import { takeBySystemIn } from './advance-ticket.ts'
import { sendNotice } from './effects/notices.ts'
import { loadEnergy } from './facts/energy.ts'
import { loadPoints } from './facts/points.ts'
import { readStopCauses } from './facts/stop-causes.ts'
import { bySystem } from './ticket-command.ts'
import { lockTicket, ticketOf, type WorkRow } from './ticket-row.ts'

/** Named in a notice. */
const mostNamed = 3

/**
 * A source that comes onto the energy map under people at work and that no point of their ticket cuts stops the work (T32,
 * G05; GB/T 33579: all energy is identified and isolated before anybody works): nobody had seen it when it was approved. Work
 * that begins in the moment of the change is looked at as soon as it stands.
 */
export function reactToEnergyMap(ctx: Context): void {
  ctx.reactions.declare({
    name: 'tickets.energyMap',
    title: '能量图变化后核对正在作业的隔离',
    event: 'ticket.energyChanged',
    key: ({ workId }) => workId,
    handle: oneByOne(stopUncut),
  })
  ctx.reactions.declare({
    name: 'tickets.energyAtStart',
    title: '作业开始后核对能量图',
    event: 'ticket.moved',
    key: ({ workId }) => workId,
    wants: (_, moves) => moves.filter((moved) => moved.hasEntered && isTicketIn('atWork', moved)),
    handle: oneByOne(stopUncut),
  })
}

async function stopUncut(
  reacting: Reacting,
  { tenantId, workId }: { readonly tenantId: number; readonly workId: string },
): Promise<void> {
  const { tx, now } = reacting
  const work = await lockTicket(tx, tenantId, workId)
  if (!work || !mayHavePeopleBehind(work)) return
  const live = await uncutSources(tx, work)
  if (live.length === 0) return
  const codes = live.map(({ sourceCode }) => sourceCode)
  const said = `能量图新增的能源 ${codes.slice(0, mostNamed).join('、')}${codes.length > mostNamed ? ` 等 ${codes.length} 处` : ''} 没有被本票的隔离点切断`
  const reason = `${said}：${live
    .slice(0, mostNamed)
    .map(({ path }) => path)
    .join('；')}`
  // Told once; as long as nobody has answered for it, another change of the map says nothing new.
  if (readStopCauses(work).some((cause) => cause.closedAt === null && cause.reason === reason)) return
  await takeBySystemIn(
    reacting,
    tenantId,
    workId,
    bySystem({ type: 'suspend', reason, cause: stopCause.isolation }, async (done) => {
      await sendNotice(
        { ...done, ticket: done.after, event: 'suspend', pointId: null, at: now },
        {
          do: 'notice.send',
          roles: ['LEAD', 'PERMIT', 'SAFETY'],
          text: `工作票 ${done.after.workNo} 已停止：${said}，请全体撤离并核对隔离`,
          status: done.after.status,
          urgent: true,
        },
      )
    }),
  )
}

/** People rely on its points; whoever gives them back does not. */
const mayHavePeopleBehind = (work: WorkRow): boolean =>
  work.needIsolation === 1 &&
  isTicketIn('peopleMayBeInside', ticketOf(work)) &&
  work.execPhase !== execPhase.releasing

/** Sources that reach the equipment of the ticket with its points locked; none where the map does not know it (G05). */
async function uncutSources(tx: Tx, work: WorkRow): Promise<LiveSource[]> {
  const equipIds = z
    .array(z.string())
    .catch([])
    .parse(work.equipIds ?? [])
  const { energy, zoneIds } = await loadEnergy(tx, work.tenantId, equipIds, work.id)
  return energy === null ? [] : liveSources(energy, zoneIds, cuttingPoints(await loadPoints(tx, work.id)))
}
