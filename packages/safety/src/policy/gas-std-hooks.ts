import { gasStd } from '@suoan/contract'
import { emergencyType, gasCodeOf, gasLimitMistake, type SettingValues } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { strictWhileReliedOn } from '../strict-in-use.ts'
import { kindsOfTicket } from '../ticket-policy.ts'
import { ticketIn } from '../ticket-sets.ts'

/**
 * Live tickets whose kind of work asks for the gas, that were tested for it, or beside which a detector measures it: its
 * limits say whether the air is good and whether the work stops (G14, T30).
 */
const strict = strictWhileReliedOn(gasStd, {
  reliedOnBy: (row) => inUse(gasCodeOf(String(row['gasCode'] ?? ''))),
})

const inUse = (gasCode: string) => sql`(${ticketIn('live')} and (
    exists (select 1 from lo_work_type t where t.tenant_id = w.tenant_id and t.type_code = any(${kindsOfTicket()})
      and (t.level_code = w.work_level or w.work_type = ${emergencyType})
      and ${gasCode}::text = any(string_to_array(upper(replace(t.gas_codes, ' ', '')), ',')))
    or exists (select 1 from unnest(${kindsOfTicket()}) k(kind) where not exists (select 1 from lo_work_type t
      where t.tenant_id = w.tenant_id and t.type_code = k.kind and (t.level_code = w.work_level or w.work_type = ${emergencyType})))
    or exists (select 1 from lo_work_gas g where g.work_id = w.id and upper(g.gas_code) = ${gasCode}::text)
    or exists (select 1 from lo_work_detector a join lo_gas_reading r on r.tenant_id = a.tenant_id
      and r.device_sn = a.device_sn and r.gas_code = ${gasCode}::text and r.recv_time >= a.on_time
      where a.work_id = w.id and a.off_time is null)
    or exists (select 1 from lo_device d join lo_gas_reading r on r.tenant_id = d.tenant_id and r.device_sn = d.device_sn
      and r.gas_code = ${gasCode}::text
      where d.tenant_id = w.tenant_id and d.kind = 'GAS' and d.del_flag = 0 and coalesce(d.area_code, '') <> ''
        and (starts_with(w.area_code, d.area_code) or starts_with(d.area_code, w.area_code)))))`

/** 气体标准: never looser than the law, and over live tickets only stricter (3-domain.md §3.4 LoGasStd). */
export const gasStdHooks = defineHooks(gasStd, {
  beforeAdd(draft) {
    nameIt(draft)
    mustBeLawful(draft)
  },
  async beforeEdit(draft, before, call) {
    nameIt(draft)
    if (deciding.some((name) => draft[name] !== undefined)) mustBeLawful({ ...before, ...draft })
    await strict.beforeEdit(draft, before, call)
  },
  beforeDelete: strict.beforeDelete,
})

/** A gas is kept under one name, however it was typed: else its limits are not found when it is measured (G14). */
function nameIt(draft: { gasCode?: string | null | undefined }): void {
  if (draft.gasCode) draft.gasCode = gasCodeOf(draft.gasCode)
}

const deciding = ['gasCode', 'kind', 'lel', 'limitMin', 'limitMax', 'unit'] as const

function mustBeLawful({ gasCode, kind, lel, limitMin, limitMax, unit }: SettingValues): void {
  const numberOf = (value: unknown) =>
    value === undefined || value === null || value === '' ? null : Number(value)
  const mistake = gasLimitMistake({
    gasCode: String(gasCode ?? ''),
    kind: Number(kind),
    lel: numberOf(lel),
    limitMin: numberOf(limitMin),
    limitMax: numberOf(limitMax),
    unit: String(unit ?? ''),
  })
  if (mistake !== null) throw fail('BAD_INPUT', { detail: mistake })
}
