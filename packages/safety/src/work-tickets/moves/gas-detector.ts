import { gasDetectorEndpoints as detectors, type InputOf } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { isCutOff } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { ticketIn } from '../../ticket-sets.ts'
import { plannedPositions } from '../facts/gas.ts'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { mustBeCertified } from './certified.ts'
import { mustBe, mustBeLive } from './crew.ts'

/** The calls that put a gas detector at a place of a ticket and take it away again (decision 0523). */
export function bindGasDetectors(bindMove: BindMove): void {
  bindMove(detectors.detectorOn, detectorOn)
  bindMove(detectors.detectorOff, detectorOff)
}

/** From now on what the detector measures counts at this place of this ticket: only who tests or guards there may say so. */
function detectorOn({ deviceSn, pointDesc }: InputOf<typeof detectors.detectorOn>): TicketCommand {
  return command({
    prepare: async (scene) => {
      const { tx, work, actor, now } = scene
      mustBeLive(scene)
      mustBe(actor, ['GASTEST', 'GUARD'], '气体检测人或监护人')
      await mustBeCertified(scene, ['GASTEST', 'GUARD'])
      await mustMeasure(scene, deviceSn)
      const planned = await plannedPositions(tx, work)
      if (planned.length > 0 && !planned.includes(pointDesc))
        throw fail('BAD_INPUT', {
          detail: `“${pointDesc}”不是本票计划的检测部位，请从中选择：${planned.join('、')}`,
        })
      // One that was left on a ticket that has ended is free.
      await sql`update lo_work_detector a set off_time = ${new Date(now)}, off_by = ${actor.userId} from lo_work w
        where a.tenant_id = ${work.tenantId} and a.device_sn = ${deviceSn} and a.off_time is null and w.id = a.work_id
          and not ${ticketIn('live')}`.execute(tx)
      const { rows } = await sql<{ workNo: string | null; pointDesc: string }>`
        select w.work_no, a.point_desc from lo_work_detector a join lo_work w on w.id = a.work_id
        where a.tenant_id = ${work.tenantId} and a.device_sn = ${deviceSn} and a.off_time is null`.execute(tx)
      const [elsewhere] = rows
      if (elsewhere !== undefined)
        throw fail('REFUSED', {
          detail: `检测仪 ${deviceSn} 正在工作票 ${elsewhere.workNo ?? ''} 的“${elsewhere.pointDesc}”，请先在该票撤回`,
        })
      await sql`insert into lo_work_detector (id, tenant_id, work_id, device_sn, point_desc, on_by, on_time)
        values (${newId()}, ${work.tenantId}, ${work.id}, ${deviceSn}, ${pointDesc}, ${actor.userId}, ${new Date(now)})`.execute(
        tx,
      )
    },
    act: () => ({ event: null, audit: { note: 'detectorOn', deviceSn, pointDesc } }),
  })
}

/** Refused where what it measures would prove nothing: whoever relies on it must not learn that afterwards. */
async function mustMeasure({ tx, work, now }: Scene, deviceSn: string): Promise<void> {
  const { rows } = await sql<{ status: number; calibValidTo: string | null; clockTrust: number | null }>`
    select status, calib_valid_to::text as calib_valid_to, clock_trust from lo_device
    where tenant_id = ${work.tenantId} and device_sn = ${deviceSn} and kind = 'GAS' and del_flag = 0 for update`.execute(
    tx,
  )
  const [detector] = rows
  if (detector === undefined)
    throw fail('REFUSED', { detail: `没有登记序列号为 ${deviceSn} 的气体检测仪，请先在“网关与设备”登记` })
  const { status, calibValidTo, clockTrust } = detector
  if (isCutOff(status))
    throw fail('REFUSED', {
      detail: `检测仪 ${deviceSn} 当前为“${labelOf('lo_device_status', status)}”，不能指派`,
    })
  if (calibValidTo === null || shanghaiMoment(`${calibValidTo} 23:59:59`) < now)
    throw fail('REFUSED', {
      detail: `检测仪 ${deviceSn} ${calibValidTo === null ? '没有检定有效期' : `检定有效期至 ${calibValidTo}，已过期`}，请送检后再用`,
    })
  if (clockTrust !== 1)
    throw fail('REFUSED', {
      detail: `检测仪 ${deviceSn} 还没有上报可信的时间，请开机联网并等待一次读数后再指派`,
    })
}

function detectorOff({ deviceSn }: InputOf<typeof detectors.detectorOff>): TicketCommand {
  return command({
    prepare: async ({ tx, work, actor, now }) => {
      mustBe(actor, ['GASTEST', 'GUARD'], '气体检测人或监护人')
      const { numAffectedRows } =
        await sql`update lo_work_detector set off_time = ${new Date(now)}, off_by = ${actor.userId}
        where tenant_id = ${work.tenantId} and work_id = ${work.id} and device_sn = ${deviceSn} and off_time is null`.execute(
          tx,
        )
      if (numAffectedRows === 0n)
        throw fail('REFUSED', { detail: `检测仪 ${deviceSn} 没有指派到本票，无须撤回` })
    },
    act: () => ({ event: null, audit: { note: 'detectorOff', deviceSn } }),
  })
}
