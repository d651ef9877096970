import { workTicketEndpoints as tickets, type InputOf } from '@suoan/contract'
import { gasState, workStatus } from '@suoan/domain/dictionaries'
import { gasPapersGap, gasPasses, gasSampleGap, type GasLimits } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { mustBe, mustBeLive } from './crew.ts'

type Input = InputOf<typeof tickets.gasAdd>

/** The call that registers a gas sample. */
export function bindGas(bindMove: BindMove): void {
  bindMove(tickets.gasAdd, gasAdd)
}

/**
 * A gas sample, stored with the limits it was judged by; 21.0001 fails 21, nothing is rounded. Before the work it moves
 * nothing; during it, it is the repetition of T30 and a failing one stops the work.
 */
function gasAdd(input: Input): TicketCommand {
  const entered = shanghaiMoment(input.sampleTime)
  const { gasCode, pointDesc, value, unit } = input
  return command({
    prepare: async (scene) => {
      mustBeLive(scene)
      mustBe(scene.actor, ['GASTEST', 'GUARD'], '气体检测人或监护人')
      return storeSample(scene, input, entered)
    },
    act: ({ work, now, prepared: { pass, doubt } }) => ({
      // A clock that runs ahead gives a sample no more time than its receipt does.
      event:
        work.workStatus === workStatus.executing
          ? { type: 'gasRepeat', pass, sampleTime: Math.min(entered, now) }
          : null,
      audit: { gasCode, pointDesc, value, unit, pass, ...(doubt === null ? {} : { doubt }) },
    }),
  })
}

interface Stored {
  readonly pass: boolean
  /** What was not in order with a failing sample, which was taken all the same. */
  readonly doubt: string | null
}

async function storeSample(scene: Scene, input: Input, sampleTime: number): Promise<Stored> {
  const { tx, work, actor, now } = scene
  const standard = await standardOf(scene, input.gasCode)
  const calibValidTo = await calibrationOf(scene, input.deviceSn)
  const given = {
    value: input.value,
    unit: input.unit,
    sampleTime,
    calibValidTo: calibValidTo === null ? null : shanghaiMoment(`${calibValidTo} 23:59:59`),
  }
  const gap = gasSampleGap(given, standard)
  if (gap !== null) throw fail('BAD_INPUT', { detail: gap })
  const pass = gasPasses(input.value, standard)
  const doubt = gasPapersGap(given, now)
  if (pass && doubt !== null) throw fail('BAD_INPUT', { detail: `${doubt}（检测仪 ${input.deviceSn}）` })
  await tx
    .insertInto('loWorkGas')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      workId: work.id,
      pointDesc: input.pointDesc,
      gasCode: input.gasCode,
      value: input.value,
      unit: input.unit,
      limitMin: standard.limitMin,
      limitMax: standard.limitMax,
      pass: pass ? 1 : 0,
      sampleTime: input.sampleTime,
      deviceSn: input.deviceSn,
      calibValidTo,
      testerId: actor.userId,
      testKind: input.testKind,
      createTime: new Date(now),
    })
    .execute()
  await tx
    .updateTable('loWork')
    .set({ gasState: pass ? gasState.valid : gasState.failed })
    .where('id', '=', work.id)
    .execute()
  return { pass, doubt }
}

async function standardOf({ tx, work }: Scene, gasCode: string): Promise<GasLimits & { unit: string }> {
  const { rows } = await sql<GasLimits & { unit: string }>`
    select limit_min::float8 as limit_min, limit_max::float8 as limit_max, unit from lo_gas_std
    where gas_code = ${gasCode} and tenant_id = ${work.tenantId} and del_flag = 0`.execute(tx)
  if (!rows[0]) throw fail('BAD_INPUT', { detail: `气体 ${gasCode} 没有合格标准，请先维护气体标准` })
  return rows[0]
}

/** Last day of the detector's calibration, `YYYY-MM-DD`; null when it has none or nobody knows the detector. */
async function calibrationOf({ tx, work }: Scene, deviceSn: string): Promise<string | null> {
  const { rows } = await sql<{ calibValidTo: string | null }>`
    select calib_valid_to::text from lo_device
    where device_sn = ${deviceSn} and kind = 'GAS' and tenant_id = ${work.tenantId} and del_flag = 0`.execute(
    tx,
  )
  return rows[0]?.calibValidTo ?? null
}
