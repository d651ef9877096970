import { measureTemplate, upgradeRuleShape } from '@suoan/contract'
import { gasDemand, gasIsRequired, type PolicyFact } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { baselineFireWatchMin, baselineGas } from '../../seed/baseline/work-types.ts'
import { readGasCodes } from '../../gas-samples.ts'
import { hasCertRules } from '../../cert-rules.ts'
import type { WorkRow } from '../ticket-row.ts'

const names = z.array(z.string())
/** What gas must be tested: 0 none, 1 always, 2 where the area is an explosive zone or a confined space. */
export interface GasPolicy {
  required: number
  codes: readonly string[]
  /** Minutes until a sample is repeated; 0 = never. */
  repeatMin: number
  /** Measured without a break by detectors at every planned place (G30). */
  continuous: boolean
  /** When the policy was changed last, epoch ms; null when never. */
  changedAt: number | null
}

/** The policy row of the ticket's type and level, as the domain reads it. */
export interface LoadedPolicy {
  policy: PolicyFact
  flowId: string
  certRules: unknown
  gas: GasPolicy
}

/**
 * What is asked of the air of a ticket whose kind of work has no policy in force: what the last row asked, stopped or
 * deleted as it is, else what the baseline asks. A row that goes ends no test and no watch (decision 0607).
 */
async function gasWithoutPolicy(
  tx: Tx,
  { tenantId, workType, workLevel }: Pick<WorkRow, 'tenantId' | 'workType' | 'workLevel'>,
): Promise<GasPolicy> {
  const last = await tx
    .selectFrom('loWorkType')
    .select(['gasRequired', 'gasCodes', 'gasRepeatMin', 'gasContinuous', 'updateTime'])
    .where('tenantId', '=', tenantId)
    .where('typeCode', '=', workType)
    .where('levelCode', '=', workLevel)
    .orderBy('delFlag')
    .orderBy('updateTime', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  const gas = gasOf(last ?? { ...baselineGas(workType ?? '', workLevel ?? ''), updateTime: null })
  // Whoever stopped or deleted it did not say that the air need not be tested.
  return { ...gas, required: 1 }
}

/** The air of the ticket as its policy asks, in force or not. */
export const gasPolicyOf = async (
  tx: Tx,
  work: WorkRow,
  loaded: LoadedPolicy | undefined,
): Promise<GasPolicy> => loaded?.gas ?? gasWithoutPolicy(tx, work)

const gasOf = (row: {
  gasRequired: number | null
  gasCodes: string | null
  gasRepeatMin: number | null
  gasContinuous: number | null
  updateTime: Date | null
}): GasPolicy => ({
  required: gasDemand(row.gasRequired, row.gasContinuous),
  codes: readGasCodes(row.gasCodes),
  repeatMin: row.gasRepeatMin ?? 0,
  continuous: row.gasContinuous === 1,
  changedAt: row.updateTime?.getTime() ?? null,
})

/** `lo_work_type` of type and level; undefined when the plant has none for it (then nothing may be submitted). */
export async function loadPolicy(
  tx: Tx,
  tenantId: number,
  workType: string,
  workLevel: string,
): Promise<LoadedPolicy | undefined> {
  const row = await tx
    .selectFrom('loWorkType')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('typeCode', '=', workType)
    .where('levelCode', '=', workLevel)
    .where('status', '=', 1)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!row) return undefined
  const gas = gasOf(row)
  return {
    flowId: row.flowId ?? '',
    certRules: row.certRules,
    gas,
    policy: {
      maxHours: row.maxHours ?? 0,
      earlyMin: row.earlyMin ?? 0,
      isolateLeadMin: row.isolateLeadMin ?? 120,
      extendMax: row.extendMax ?? 0,
      gasPreMin: row.gasPreMin ?? 30,
      gasInterruptMin: row.gasInterruptMin ?? 30,
      guardRequired: row.guardRequired ?? 1,
      personalLock: row.personalLock !== 0,
      briefRequired: row.briefRequired !== 0,
      isolationRequired: row.isolationRequired === 2 ? 2 : row.isolationRequired === 0 ? 0 : 1,
      idleFireWatchMin: row.idleFireWatchMin ?? baselineFireWatchMin(workType, workLevel),
      editableFields: names.catch([]).parse(row.editableFields ?? []),
      coreFields: names.catch([]).parse(row.coreFields ?? []),
      withdrawAfterDecision: row.withdrawAfterDecision === 1,
      unset: unsetIn(row, workType, gas),
    },
  }
}

/**
 * A policy that allows nothing: a type and level without a row cannot be submitted, for no hour fits it. What is under way
 * when its row goes is watched for fire as the baseline says.
 */
export const noPolicy = (workType: string, workLevel: string): PolicyFact => ({
  maxHours: 0,
  earlyMin: 0,
  isolateLeadMin: 0,
  extendMax: 0,
  gasPreMin: 0,
  gasInterruptMin: 0,
  guardRequired: 1,
  personalLock: true,
  briefRequired: true,
  isolationRequired: 2,
  idleFireWatchMin: baselineFireWatchMin(workType, workLevel),
  editableFields: [],
  coreFields: [],
  withdrawAfterDecision: false,
  unset: ['该作业类型与级别没有启用的作业类型策略，请由管理员在“作业类型策略”中设置'],
})

/** What a policy row leaves open that would let people in unchecked (decisions 0480, 0501, 0520). */
function unsetIn(
  {
    certRules,
    upgradeRule,
    measuresTpl,
  }: Readonly<Record<'certRules' | 'upgradeRule' | 'measuresTpl', unknown>>,
  workType: string,
  gas: GasPolicy,
): string[] {
  const asksGas = gasIsRequired({ workType, places: [] }, gas.required)
  return [
    upgradeRule === null || upgradeRuleShape.safeParse(upgradeRule).success
      ? ''
      : '作业类型策略的升级规则无法识别，请由管理员在“作业类型策略”中改正',
    measuresTpl === null || measureTemplate.safeParse(measuresTpl).success
      ? ''
      : '作业类型策略的安全措施模板无法识别，请由管理员在“作业类型策略”中改正',
    hasCertRules(certRules)
      ? ''
      : '作业类型策略没有设定资质要求，请由管理员在“作业类型策略”中设置；某角色不要求资质时填空列表，例如 {"WORK":[]}',
    (asksGas || gas.required !== 0) && gas.codes.length === 0
      ? '作业类型策略要求气体检测但没有必测气体，请由管理员在“作业类型策略”中设置'
      : '',
  ].filter((text) => text !== '')
}

/** The policy of type and level as the guards read it; one that allows nothing where the plant has none. */
export async function policyOf(
  tx: Tx,
  tenantId: number,
  workType: string,
  workLevel: string,
): Promise<PolicyFact> {
  return (await loadPolicy(tx, tenantId, workType, workLevel))?.policy ?? noPolicy(workType, workLevel)
}
