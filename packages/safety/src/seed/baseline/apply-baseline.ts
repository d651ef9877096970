import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { seedHazardPairs } from '../hazard-pairs.ts'
import { insertRows } from '../insert-rows.ts'
import { baselineDutyRules } from './duty-rules.ts'
import { baselineFlows } from './flows.ts'
import { baselineGasStandards } from './gas-standards.ts'
import { baselineMeasureLibrary } from './measure-library.ts'
import { BASELINE_VERSION } from './version.ts'
import { baselineWorkTypes } from './work-types.ts'

/** The baseline belongs to no department. */
const ownerless = ['sys_org_code']

interface Given {
  readonly tenantId: number
  /** Epoch ms. */
  readonly now: number
}

/**
 * Gives a tenant the rules of the baseline that it has not got (decision 0521). A row the plant changed, disabled or deleted
 * stays as it is: rows are known by their ids. Kinds of work come enabled to a tenant that has none yet; to one that has
 * rules of its own they come disabled, as an offer. May run at every start.
 */
export async function applyBaseline(tx: Tx, { tenantId, now }: Given): Promise<void> {
  const known = await tx
    .selectFrom('loWorkType')
    .select('id')
    .where('tenantId', '=', tenantId)
    .limit(1)
    .execute()
  await addBaseline(tx, { tenantId, now, status: known.length === 0 ? 1 : 0 })
}

/** The same for a plant that is being written now: what it does not say itself is in force. */
export async function completeWithBaseline(tx: Tx, given: Given): Promise<void> {
  await addBaseline(tx, { ...given, status: 1 })
}

async function addBaseline(tx: Tx, { tenantId, now, status }: Given & { status: 0 | 1 }): Promise<void> {
  const stamped = <Row extends { readonly key: string }>(letter: RowLetter, rows: readonly Row[]) =>
    rows.map(({ key, ...row }) => ({
      ...row,
      id: rowId(tenantId, letter, key),
      tenantId,
      baselineVersion: BASELINE_VERSION,
    }))
  await seedHazardPairs(tx, tenantId, now)
  await insertRows(tx, now, 'lo_gas_std', stamped('g', baselineGasStandards), ownerless)
  await insertRows(tx, now, 'lo_measure_lib', stamped('m', baselineMeasureLibrary), ownerless)
  await insertRows(tx, now, 'lo_duty_rule', stamped('d', baselineDutyRules), ownerless)
  const flows = baselineFlows.map(({ key, flowName, source }) => ({
    key,
    flowCode: `BASE-${key}`,
    flowName,
    source,
    status: 1,
  }))
  const { rows: fresh } = await insertRows(tx, now, 'lo_flow', stamped('f', flows), ownerless)
  // Steps only with their flow: those of a flow the plant has are the plant's.
  const freshIds = new Set(fresh.map(({ id }) => id))
  const steps = baselineFlows
    .filter(({ key }) => freshIds.has(rowId(tenantId, 'f', key)))
    .flatMap(({ key, source, steps: ofFlow }) =>
      ofFlow.map((step) => ({
        ...step,
        key: `${key}${step.stage}${step.stepNo}`,
        flowId: rowId(tenantId, 'f', key),
        slaMin: 60,
        allowDelegate: 1,
        rejectMode: 'RESTART',
        signDemand: 'SECRET',
        source,
      })),
    )
  await insertRows(tx, now, 'lo_flow_step', stamped('s', steps), ownerless)
  const flowIds = await standing(
    tx,
    baselineFlows.map(({ key }) => rowId(tenantId, 'f', key)),
  )
  const types = baselineWorkTypes
    .map(({ flow, ...row }) => ({ ...row, flowId: rowId(tenantId, 'f', flow), status }))
    // A kind whose flow the plant has taken away would ask nobody.
    .filter(({ flowId }) => flowIds.has(flowId))
  await insertRows(tx, now, 'lo_work_type', stamped('t', types), ownerless)
}

async function standing(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from lo_flow where id = any(${ids}::text[]) and del_flag = 0`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Which table a row is of: gas limit, duty rule, flow, step, kind of work, measure. */
type RowLetter = 'g' | 'd' | 'f' | 's' | 't' | 'm'

/** At most 32 characters, the longest tenant number included. */
function rowId(tenantId: number, letter: RowLetter, key: string): string {
  return `b${tenantId}${letter}-${key}`
}
