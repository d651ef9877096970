import { emergencyType, unknownBase } from '@suoan/domain/work-ticket'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** How often a guardian says that he is there where no policy says otherwise, minutes. */
export const guardAliveMin = 10

/** What says which rows of `lo_work_type` apply to a ticket, as SQL. */
interface TicketColumns {
  readonly tenantId: RawBuilder<unknown>
  readonly workType: RawBuilder<unknown>
  readonly baseTypes: RawBuilder<unknown>
  readonly workLevel: RawBuilder<unknown>
}

const ticketW: TicketColumns = {
  tenantId: sql`w.tenant_id`,
  workType: sql`w.work_type`,
  baseTypes: sql`w.base_types`,
  workLevel: sql`w.work_level`,
}

/** A row of `lo_work` that was read already, or one that would be. */
export interface PolicyTicket {
  readonly tenantId: number
  readonly workType: string | null
  readonly baseTypes: string | null
  readonly workLevel: string | null
}

/** The same columns of a row in memory. */
export const columnsOf = ({ tenantId, workType, baseTypes, workLevel }: PolicyTicket): TicketColumns => ({
  tenantId: sql`${tenantId}::int`,
  workType: sql`${workType ?? ''}::text`,
  baseTypes: sql`${baseTypes ?? ''}::text`,
  workLevel: sql`${workLevel ?? ''}::text`,
})

const codes = (list: readonly string[]) => sql.lit(list.join(','))
const repair = sql.lit(emergencyType)
const basesOf = ({ baseTypes }: TicketColumns) =>
  sql`string_to_array(coalesce(nullif(${baseTypes}, ''), ${codes(unknownBase)}), ',')`

/** Every kind whose rules a ticket follows, as `text[]` (`kindsOf` of the domain); of the ticket `w` unless said otherwise. */
export const kindsOfTicket = (of: TicketColumns = ticketW): RawBuilder<string[]> => sql<string[]>`(
  array[${of.workType}::text] || case when ${of.workType} = ${repair} then ${basesOf(of)} else '{}'::text[] end)`

/** The kinds that the level of a ticket grades, as `text[]` (`gradedKindsOf` of the domain). */
export const gradedKindsOfTicket = (of: TicketColumns = ticketW): RawBuilder<string[]> => sql<string[]>`(
  array[${of.workType}::text] || case when ${of.workType} <> ${repair} then '{}'::text[]
    when cardinality(${basesOf(of)}) = 1 then ${basesOf(of)}
    else array(select b from unnest(${basesOf(of)}) b where b = '01') end)`

/** Is `code` one of the kinds whose rules the ticket `w` follows? */
export const isTicketOfKind = (code: unknown): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${code}::text = any(${kindsOfTicket()}))`

/**
 * The rows of `lo_work_type` that apply to a ticket (3-domain.md §3.4; 31 “as base”, decision 0601): of each of its kinds, in
 * `kind`, the row of its level; where the level does not grade the kind, or an emergency repair finds none at its level, all
 * rows of it. A kind without a row in force comes once, with nothing but `kind`.
 */
export const policyRows = (of: TicketColumns = ticketW): RawBuilder<unknown> => sql`
  select k.kind, r.* from unnest(${kindsOfTicket(of)}) k(kind)
  left join lo_work_type r on r.tenant_id = ${of.tenantId} and r.type_code = k.kind and r.status = 1 and r.del_flag = 0
    and (r.level_code = ${of.workLevel} or (${of.workType} = ${repair} and not (k.kind = any(${gradedKindsOfTicket(of)})
      and exists (select 1 from lo_work_type own where own.tenant_id = r.tenant_id and own.type_code = r.type_code
        and own.level_code = ${of.workLevel} and own.status = 1 and own.del_flag = 0))))`

/**
 * What the policy asks of the ticket `w`, as `t`: of each column the strictest of all rows that apply. `id` is null where one
 * of its kinds has no row, `cert_rules` has the rules of every row, `flow_id` is the flow of the ticket's own kind.
 */
export const policyJoin: RawBuilder<SqlBool> = sql`left join lateral (select
    case when bool_and(r.id is not null) then min(r.id) end as id,
    min(coalesce(r.early_min, 0)) as early_min,
    min(coalesce(r.isolate_lead_min, 0)) as isolate_lead_min,
    case when bool_or(coalesce(r.gas_required, 1) = 1 or (r.gas_required = 0 and r.gas_continuous = 1)) then 1
      else max(r.gas_required) end as gas_required,
    max(r.gas_continuous) as gas_continuous,
    max(r.update_time) filter (where r.gas_continuous = 1) as update_time,
    string_agg(r.gas_codes, ',' order by r.kind, r.level_code) as gas_codes,
    min(coalesce(r.gas_pre_min, 0)) as gas_pre_min,
    coalesce(min(nullif(r.gas_repeat_min, 0)), 0) as gas_repeat_min,
    max(coalesce(r.guard_required, 1)) as guard_required,
    case when bool_or(r.guard_alive_min is not null)
      then coalesce(min(nullif(coalesce(r.guard_alive_min, ${guardAliveMin}), 0)), 0) end as guard_alive_min,
    -- Where nothing is said of a kind its locks open to two.
    max(coalesce(r.dual_control, case when r.id is null then 1 else 0 end)) as dual_control,
    jsonb_agg(r.cert_rules) as cert_rules,
    (array_agg(r.flow_id order by r.level_code) filter (where r.kind = w.work_type))[1] as flow_id
  from (${policyRows()}) r) t on true`
