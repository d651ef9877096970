import type { PhoneRow } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { personName } from '../../person-name.ts'
import { isLost } from './carriers.ts'

/** The phones of a tenant that have carried something: lost ones first, then those heard last. */
export async function listPhones(ctx: Context, { tenantId }: Actor): Promise<PhoneRow[]> {
  const { rows } = await sql<{
    deviceSn: string
    holderName: string | null
    boundTime: Date
    lastSign: Date | null
    lostTime: Date | null
    lostByName: string | null
    foundTime: Date | null
  }>`
    select p.device_sn, case when p.user_id is not null then ${personName('p.user_id')} end as holder_name, p.bound_time,
      greatest((select max(greatest(c.last_seen, c.issued_time)) from lo_capsule c
          where c.tenant_id = p.tenant_id and c.device_id = p.device_sn),
        (select max(k.issued_time) from lo_grant_token k where k.tenant_id = p.tenant_id and k.device_sn = p.device_sn)) as last_sign,
      case when ${isLost} then p.lost_time end as lost_time,
      case when ${isLost} and p.lost_by is not null then ${personName('p.lost_by')} end as lost_by_name, p.found_time
    from lo_phone p where p.tenant_id = ${tenantId}
    order by ${isLost} desc, last_sign desc nulls last, p.device_sn limit 1000`.execute(ctx.db)
  const wire = (at: Date | null): string | null => (at === null ? null : shanghaiTime(at.getTime()))
  return rows.map((row) => ({
    ...row,
    boundTime: shanghaiTime(row.boundTime.getTime()),
    lastSign: wire(row.lastSign),
    lostTime: wire(row.lostTime),
    foundTime: wire(row.foundTime),
  }))
}
