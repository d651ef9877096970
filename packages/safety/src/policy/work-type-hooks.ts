import { workType } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import {
  emergencyType,
  findGas,
  gasCodesOf,
  workTypeMistake,
  type SettingValues,
} from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { loadGasStandards } from '../gas-standards.ts'
import { askGasAnew } from '../gas-asked.ts'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { gradedKindsOfTicket, isTicketOfKind } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'

/** Tickets of the row's kind, at its level or raised through it; of an emergency repair at any level. */
const under =
  (set: 'live' | 'underway') =>
  ({ typeCode, levelCode }: SettingValues) =>
    sql`(${ticketIn(set)} and ${isTicketOfKind(typeCode)}
    and (w.work_type = ${emergencyType} or ${levelCode} between
      least(w.work_level, w.base_level) and greatest(w.work_level, w.base_level)))`

const strict = strictWhileReliedOn(workType, { reliedOnBy: under('live') })

/**
 * Who reviews and approves is read from the row at each step: from the submission on it is the row, and the flow, that the
 * ticket was submitted under (decision 0589).
 */
const strictForReview = strictWhileReliedOn(workType, {
  reliedOnBy: under('underway'),
  fields: ['typeCode', 'levelCode', 'flowId'],
})

/** 作业策略: as long as approved tickets stand under a row it only gets stricter (3-domain.md §3.4 LoWorkType). */
export const workTypeHooks = defineHooks(workType, {
  async beforeAdd(draft, call) {
    mustBeSound(draft)
    await nameGases(draft, call)
    await mustNotReplaceAll(draft, call)
  },
  async beforeEdit(draft, before, call) {
    // A row from before the bounds is mended when somebody changes one of its numbers.
    if (bounded.some((field) => draft[field] !== undefined && draft[field] !== before[field]))
      mustBeSound({ ...before, ...draft })
    await nameGases(draft, call)
    await strict.beforeEdit(draft, before, call)
    await strictForReview.beforeEdit(draft, before, call)
    const after = { ...before, ...draft }
    if (before.status !== 1 || after.typeCode !== before.typeCode || after.levelCode !== before.levelCode)
      await mustNotReplaceAll(after, call)
  },
  beforeDelete: strictForReview.beforeDelete,
  afterAdd: (row, call) => tellTickets([row], call),
  async afterEdit(row, before, call) {
    if (asksOfGas.some((field) => row[field] !== before[field])) await tellTickets([row, before], call)
  },
  afterDelete: tellTickets,
})

/** Columns that say whether, and of what, the air is tested; a row that is another's, or stopped, asks nothing more. */
const asksOfGas = [
  'typeCode',
  'levelCode',
  'status',
  'gasRequired',
  'gasContinuous',
  'gasCodes',
  'gasRepeatMin',
] as const

/** Lists and the board read what the policy asks now. */
async function tellTickets(
  rows: readonly { readonly typeCode?: unknown }[],
  { tx, emit, actor }: HookCall,
): Promise<void> {
  const kinds = [...new Set(rows.map(({ typeCode }) => typeCode))]
  await askGasAnew(
    tx,
    emit,
    actor.tenantId,
    sql`(${sql.join(
      kinds.map((kind) => isTicketOfKind(kind)),
      sql` or `,
    )})`,
  )
}

const bounded = [
  'typeCode',
  'levelCode',
  'maxHours',
  'gasPreMin',
  'gasInterruptMin',
  'guardRequired',
] as const

function mustBeSound(row: Parameters<typeof workTypeMistake>[0]): void {
  const mistake = workTypeMistake(row)
  if (mistake !== null) throw fail('BAD_INPUT', { detail: mistake })
}

/** The gases to be tested are kept by the codes of their limits, however they were typed: else no sample is ever one of them (G14). */
async function nameGases(
  draft: { gasCodes?: string | null | undefined },
  { tx, actor }: HookCall,
): Promise<void> {
  if (!draft.gasCodes) return
  const standards = await loadGasStandards(tx, actor.tenantId)
  const codes = gasCodesOf(draft.gasCodes).map((code) => findGas(code, standards).code)
  draft.gasCodes = [...new Set(codes)].join(',')
}

/**
 * An emergency repair that finds no row at its level follows all rows of its kind: the first row of that level would take
 * the place of all of them, and ask less.
 */
async function mustNotReplaceAll(
  { typeCode, levelCode, status }: Readonly<Record<string, unknown>>,
  { tx, actor }: HookCall,
): Promise<void> {
  if (status === 0) return
  const { rows } = await sql<{ workNo: string }>`
    select coalesce(w.work_no, w.id) as work_no from lo_work w where w.tenant_id = ${actor.tenantId} and ${ticketIn('underway')}
      and w.work_type = ${emergencyType} and w.work_level = ${levelCode}
      and ${typeCode}::text = any(${gradedKindsOfTicket()})
      and not exists (select 1 from lo_work_type t where t.tenant_id = w.tenant_id and t.type_code = ${typeCode}
        and t.level_code = ${levelCode} and t.status = 1 and t.del_flag = 0)
    order by 1 limit 1`.execute(tx)
  const [ticket] = rows
  if (ticket)
    throw fail('IN_USE', {
      detail: `抢修工作票 ${ticket.workNo} 按“${labelOf('lo_work_type', String(typeCode))}”各级别中最严的要求审批和执行，启用该级别的策略会放宽其要求；请在该作业结束后再启用`,
    })
}
