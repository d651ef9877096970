import { measureTemplate, upgradeRuleShape } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { evidenceMinutes } from '@suoan/domain/evidence-chain'
import { signDemandOf, strictestSign, type SignDemand } from '@suoan/domain/signature'
import {
  emergencyType,
  gasCodesOf,
  gasDemand,
  gasIsRequired,
  kindsOf,
  readBaseTypes,
  shortestInterval,
  strictestGasDemand,
  strictestPolicy,
  type PolicyFact,
} from '@suoan/domain/work-ticket'
import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { baselineFireWatchMin, baselineGas } from '../../seed/baseline/work-types.ts'
import { hasCertRules } from '../../cert-rules.ts'
import { columnsOf, guardAliveMin, policyRows, type PolicyTicket } from '../../ticket-policy.ts'

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

/** The policy of a ticket, as the domain reads it: of every row that applies the strictest of each property. */
export interface LoadedPolicy {
  policy: PolicyFact
  /** The flow of the ticket's own kind; an emergency repair is approved by its own (T50). */
  flowId: string
  /** Name of the row of the ticket's own kind. */
  typeName: string | null
  /** `certRules` of every row that applies, unread. */
  certRules: readonly unknown[]
  gas: GasPolicy
  /** What the signatures under a briefing, a handover and a confirmed measure ask. */
  signs: { readonly [K in 'brief' | 'handover' | 'measure']: SignDemand }
  /** How long after its upload a picture is evidence, minutes. */
  photoMaxMin: number
  /** How often a guardian says that he is there, minutes; 0 = not asked. */
  guardAliveMin: number
}

type Stored = Selectable<Database['loWorkType']>
type Gas = Pick<Stored, 'gasRequired' | 'gasCodes' | 'gasRepeatMin' | 'gasContinuous' | 'updateTime'>
const gasOf = (row: Gas): GasPolicy => ({
  required: gasDemand(row.gasRequired, row.gasContinuous),
  codes: gasCodesOf(row.gasCodes),
  repeatMin: row.gasRepeatMin ?? 0,
  continuous: row.gasContinuous === 1,
  changedAt: row.updateTime?.getTime() ?? null,
})

/**
 * What is asked of the air around a kind of work that has no policy in force: what the last row asked, stopped or
 * deleted as it is, else what the baseline asks. A row that goes ends no test and no watch (decision 0607).
 */
async function gasWithoutPolicy(
  tx: Tx,
  { tenantId, workLevel }: PolicyTicket,
  kind: string,
): Promise<GasPolicy> {
  const last = await tx
    .selectFrom('loWorkType')
    .select(['gasRequired', 'gasCodes', 'gasRepeatMin', 'gasContinuous', 'updateTime'])
    .where('tenantId', '=', tenantId)
    .where('typeCode', '=', kind)
    .where('levelCode', '=', workLevel)
    .orderBy('delFlag')
    .orderBy('updateTime', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  const gas = gasOf(last ?? { ...baselineGas(kind, workLevel ?? ''), updateTime: null })
  // Whoever stopped or deleted it did not say that the air need not be tested.
  return { ...gas, required: 1 }
}

/** The air of the ticket as its policy asks, in force or not. */
export const gasPolicyOf = async (
  tx: Tx,
  work: PolicyTicket,
  loaded: LoadedPolicy | undefined,
): Promise<GasPolicy> =>
  loaded?.gas ??
  strictestGas(await Promise.all(kindsIn(work).map((kind) => gasWithoutPolicy(tx, work, kind))))

/** The air as several rows ask for it, at least one. */
const strictestGas = (rows: readonly GasPolicy[]): GasPolicy => ({
  required: strictestGasDemand(rows.map(({ required }) => required)),
  codes: [...new Set(rows.flatMap(({ codes }) => codes))],
  repeatMin: shortestInterval(rows.map(({ repeatMin }) => repeatMin)),
  continuous: rows.some(({ continuous }) => continuous),
  // The newest that asks for it without a break: only since then is it asked.
  changedAt: rows
    .filter(({ continuous }) => continuous)
    .reduce<number | null>((last, { changedAt }) => Math.max(last ?? 0, changedAt ?? 0) || null, null),
})

const kindsIn = ({ workType, baseTypes }: PolicyTicket): string[] =>
  kindsOf({ workType, baseTypes: readBaseTypes(baseTypes) })

/** A row of `lo_work_type` with the kind of work it applies for; of a kind without one only `kind` is there. */
type AppliedRow = { readonly kind: string } & ({ readonly id: null } | Stored)
const isRow = (row: AppliedRow): row is { readonly kind: string } & Stored => row.id !== null

/** The rows that apply to a ticket, those of its own kind first; none for a kind that the plant has not. */
export async function policyRowsOf(tx: Tx, work: PolicyTicket): Promise<Stored[]> {
  return (await appliedRows(tx, work)).filter(isRow)
}

async function appliedRows(tx: Tx, work: PolicyTicket): Promise<AppliedRow[]> {
  const { rows } = await sql<AppliedRow>`select r.* from (${policyRows(columnsOf(work))}) r
    order by (r.kind = ${work.workType ?? ''}) desc, r.kind, r.level_code`.execute(tx)
  return rows
}

/** The policy of a ticket; undefined when the plant has none for any of its kinds (then nothing may be submitted). */
export async function loadPolicy(tx: Tx, work: PolicyTicket): Promise<LoadedPolicy | undefined> {
  const applied = await appliedRows(tx, work)
  const rows = applied.filter(isRow)
  if (rows.length === 0) return undefined
  const own = rows.find(({ kind }) => kind === work.workType)
  const level = work.workLevel ?? ''
  return {
    flowId: own?.flowId ?? '',
    typeName: own?.typeName ?? null,
    certRules: applied.map((row) => (isRow(row) ? row.certRules : null)),
    gas: strictestGas(
      await Promise.all(
        applied.map(async (row) => (isRow(row) ? gasOf(row) : await gasWithoutPolicy(tx, work, row.kind))),
      ),
    ),
    signs: {
      brief: strictestSign(rows.map(({ briefSign }) => signDemandOf(briefSign))),
      handover: strictestSign(rows.map(({ handoverSign }) => signDemandOf(handoverSign))),
      measure: strictestSign(rows.map(({ measureSign }) => signDemandOf(measureSign))),
    },
    photoMaxMin: Math.min(...rows.map((row) => row.photoMaxMin ?? evidenceMinutes)),
    guardAliveMin: shortestInterval(
      applied.map((row) => (isRow(row) ? row.guardAliveMin : null) ?? guardAliveMin),
    ),
    policy: strictestPolicy(
      applied.map((row) => {
        const fact = isRow(row) ? factOf(row) : nothingAllowed(row.kind, level)
        return row.kind === work.workType
          ? fact
          : {
              ...fact,
              unset: fact.unset.map((text) => `基础作业“${labelOf('lo_work_type', row.kind)}”：${text}`),
            }
      }),
    ),
  }
}

/** One row as the domain reads it. */
function factOf(row: Stored): PolicyFact {
  const { typeCode, levelCode } = row
  return {
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
    idleFireWatchMin: row.idleFireWatchMin ?? baselineFireWatchMin(typeCode ?? '', levelCode ?? ''),
    editableFields: names.catch([]).parse(row.editableFields ?? []),
    coreFields: names.catch([]).parse(row.coreFields ?? []),
    withdrawAfterDecision: row.withdrawAfterDecision === 1,
    unset: unsetIn(row, typeCode ?? '', gasOf(row)),
  }
}

/** A policy that allows nothing, of a kind without a row: it cannot be submitted, for no hour fits it. */
const nothingAllowed = (kind: string, level: string): PolicyFact => ({
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
  idleFireWatchMin: baselineFireWatchMin(kind, level),
  editableFields: [],
  coreFields: [],
  withdrawAfterDecision: false,
  unset: ['该作业类型与级别没有启用的作业策略，请由管理员在“作业策略”中设置'],
})

/** What counts where the plant has no row at all. What is under way when its rows go is watched for fire as the baseline says. */
export const noPolicy = (work: PolicyTicket): PolicyFact =>
  strictestPolicy(kindsIn(work).map((kind) => nothingAllowed(kind, work.workLevel ?? '')))

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
  // Whether a repair is tested is asked of what it is underneath.
  const asksGas =
    workType !== emergencyType && gasIsRequired({ workType, baseTypes: [], places: [] }, gas.required)
  return [
    upgradeRule === null || upgradeRuleShape.safeParse(upgradeRule).success
      ? ''
      : '作业策略的升级规则无法识别，请由管理员在“作业策略”中改正',
    measuresTpl === null || measureTemplate.safeParse(measuresTpl).success
      ? ''
      : '作业策略的安全措施模板无法识别，请由管理员在“作业策略”中改正',
    hasCertRules(certRules)
      ? ''
      : '作业策略没有设定资质要求，请由管理员在“作业策略”中设置；某角色不要求资质时，添加该角色并把资质留空',
    (asksGas || gas.required !== 0) && gas.codes.length === 0
      ? '作业策略要求气体检测但没有必测气体，请由管理员在“作业策略”中设置'
      : '',
  ].filter((text) => text !== '')
}

/** The policy of a ticket as the guards read it; one that allows nothing where the plant has none. */
export async function policyOf(tx: Tx, work: PolicyTicket): Promise<PolicyFact> {
  return (await loadPolicy(tx, work))?.policy ?? noPolicy(work)
}
