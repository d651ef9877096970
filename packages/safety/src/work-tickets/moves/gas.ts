import { workTicketEndpoints as tickets, type InputOf } from '@suoan/contract'
import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import {
  findGas,
  gasPapersGap,
  gasPasses,
  gasSampleGap,
  lawfulLimits,
  unknownGasText,
} from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql, type Insertable } from 'kysely'
import type { Database } from '@suoan/platform/db/schema'
import { fail } from '@suoan/platform/fail'
import { loadGasStandards } from '../../gas-standards.ts'
import { restateGas } from '../facts/gas-repeat.ts'
import { command, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { WorkRow } from '../ticket-row.ts'
import type { BindMove } from './bind-move.ts'
import { mustBeCertified } from './certified.ts'
import { mustBe, mustBeLive } from './crew.ts'

type Input = InputOf<typeof tickets.gasAdd>

/** The call that registers a gas sample. */
export function bindGas(bindMove: BindMove): void {
  bindMove(tickets.gasAdd, gasAdd)
}

/**
 * A gas sample, stored with the limits it was judged by; 21.0001 fails 21, nothing is rounded. Before the work it moves
 * nothing; during it, it is the repetition of T30 and a failing one stops the work, whoever brings it.
 */
function gasAdd(input: Input): TicketCommand {
  const { pointDesc, value, unit } = input
  const entered = input.sampleTime === null ? null : shanghaiMoment(input.sampleTime)
  return command({
    reads: ['gas'],
    prepare: async (scene) => {
      const { sample, doubt } = await judge(scene, input, entered)
      await mustTake(scene, input, sample.pass, doubt)
      await store(scene, sample)
      return { pass: sample.pass, doubt, gasCode: sample.gasCode }
    },
    act: ({ work, now, prepared: { pass, doubt, gasCode } }) => ({
      event: isHeard(work, pass)
        ? {
            type: 'gasRepeat',
            pass,
            // A clock that runs ahead gives a sample no more time than its receipt does.
            sampleTime: Math.min(entered ?? now, now),
            ...(gasCode === '' ? {} : { gasCode }),
            ...(pointDesc === '' ? {} : { position: pointDesc }),
          }
        : null,
      audit: { gasCode, pointDesc, value, unit, pass, ...(doubt === null ? {} : { doubt }) },
      afterEffects: async ({ tx }) => {
        await restateGas(tx, work, now)
      },
    }),
  })
}

/** People may be inside, and the ticket can be stopped: where it cannot, a failing reading is kept as a note. */
export function isHeard(
  { workStatus: status, execPhase: phase }: Pick<WorkRow, 'workStatus' | 'execPhase'>,
  pass: boolean,
): boolean {
  return status === workStatus.executing && (pass || phase !== execPhase.releasing)
}

/** Only a passing sample has to be in order and to come from a certified tester or guardian (G03); throws otherwise. */
async function mustTake(
  scene: Scene,
  { deviceSn }: Input,
  pass: boolean,
  doubt: string | null,
): Promise<void> {
  const { work, actor } = scene
  // Whoever stayed inside past the end breathes there, too.
  if (pass || work.workStatus !== workStatus.expired) mustBeLive(scene)
  if (!pass) return
  mustBe(actor, ['GASTEST', 'GUARD'], '气体检测人或监护人')
  await mustBeCertified(scene, ['GASTEST', 'GUARD'])
  if (doubt !== null)
    throw fail('BAD_INPUT', { detail: deviceSn === '' ? doubt : `${doubt}（检测仪 ${deviceSn}）` })
}

interface Judged {
  readonly sample: Omit<Insertable<Database['loWorkGas']>, 'pass' | 'gasCode'> & {
    readonly pass: boolean
    readonly gasCode: string
  }
  /** What is not in order with it, which keeps a passing sample out and is noted beside a failing one. */
  readonly doubt: string | null
}

/** What the column holds. */
const largest = 999_999

async function judge(scene: Scene, input: Input, sampleTime: number | null): Promise<Judged> {
  const { work, actor, now } = scene
  const { pointDesc, value, unit, deviceSn, testKind } = input
  const standards = await loadGasStandards(scene.tx, work.tenantId)
  const { code: gasCode, standard: found } = findGas(input.gasCode, standards)
  const standard = found === null ? null : { ...lawfulLimits(found), unit: found.unit }
  const { calibValidTo, status } = await detectorOf(scene, deviceSn)
  const given = {
    value,
    unit,
    position: pointDesc,
    sampleTime,
    calibValidTo: calibValidTo === null ? null : shanghaiMoment(`${calibValidTo} 23:59:59`),
    detectorStatus: status,
  }
  const gap = value > largest ? '检测值超出仪器量程' : gasSampleGap(given, standard)
  const pass = gap === null && standard !== null && gasPasses(value, standard)
  const doubt = standard === null ? unknownGasText(gasCode, standards) : (gap ?? gasPapersGap(given, now))
  return {
    sample: {
      id: newId(),
      tenantId: work.tenantId,
      workId: work.id,
      pointDesc,
      gasCode,
      value: Math.max(-largest, Math.min(largest, value)),
      unit,
      limitMin: standard?.limitMin ?? null,
      limitMax: standard?.limitMax ?? null,
      pass,
      sampleTime: input.sampleTime ?? new Date(now),
      deviceSn,
      calibValidTo,
      testerId: actor.userId,
      testKind,
      createTime: new Date(now),
    },
    doubt,
  }
}

async function store({ tx }: Scene, { pass, ...sample }: Judged['sample']): Promise<void> {
  await tx
    .insertInto('loWorkGas')
    .values({ ...sample, pass: pass ? 1 : 0 })
    .execute()
}

interface Detector {
  /** Last day of its calibration, `YYYY-MM-DD`. */
  readonly calibValidTo: string | null
  readonly status: number | null
}

/** The detector of a sample; all null when nobody knows it. */
async function detectorOf({ tx, work }: Scene, deviceSn: string): Promise<Detector> {
  const { rows } = await sql<Detector>`
    select calib_valid_to::text, status from lo_device
    where device_sn = ${deviceSn} and kind = 'GAS' and tenant_id = ${work.tenantId} and del_flag = 0`.execute(
    tx,
  )
  return rows[0] ?? { calibValidTo: null, status: null }
}
