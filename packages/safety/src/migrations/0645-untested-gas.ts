import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * A ticket that nobody has tested reads 待检 (2) where its kind of work, its policy or its places ask for a test; until now
 * each read 不需 (0) before its first sample (decision 1025). In doubt it is to be tested: the ticket's next step says more.
 */
export const untestedGas: NamedMigration = {
  name: '0645-untested-gas',
  async up(db) {
    await sql`
      with kinds as (
        select w.id, k.kind from lo_work w, unnest(array[w.work_type::text]
          || case when w.work_type = '31' then string_to_array(coalesce(nullif(w.base_types, ''), '01,02'), ',')
            else '{}'::text[] end) k(kind)),
      places as (
        select w.id, w.area_code, true as is_work from lo_work w
        union select k.work_id, l.area_code, true from lo_work_lock k join lo_lock l on l.id = k.lock_id
          where (k.use_type = 2 or l.lock_purpose = 2) and k.state < 3 and k.del_flag = 0
        union select i.work_id, p.area_code, false from lo_work_point i join lo_point p on p.id = i.point_id
          where i.del_flag = 0
        union select w.id, e.area_code, false from lo_work w join lo_equip e on e.tenant_id = w.tenant_id
          and coalesce(w.equip_ids, '[]') ? e.id and e.del_flag = 0)
      update lo_work w set gas_state = 2
      where coalesce(w.gas_state, 0) = 0 and w.del_flag = 0
        and (w.work_status in (0, 1, 2, 3, 4, 5, 20) or (w.work_status = 40 and coalesce(w.close_flag, 0) = 0))
        and not exists (select 1 from lo_work_gas g where g.work_id = w.id)
        and (
          exists (select 1 from kinds k where k.id = w.id and (k.kind in ('01', '02') or not exists (
            select 1 from lo_work_type r where r.tenant_id = w.tenant_id and r.type_code = k.kind and r.status = 1
              and r.del_flag = 0 and (r.level_code = w.work_level or w.work_type = '31'))))
          or exists (select 1 from kinds k join lo_work_type r on r.type_code = k.kind
            where k.id = w.id and r.tenant_id = w.tenant_id and r.status = 1 and r.del_flag = 0
              and (r.level_code = w.work_level or w.work_type = '31')
              and (r.gas_required = 1 or r.gas_continuous = 1 or (r.gas_required = 2 and exists (
                select 1 from places p join lo_area a on a.tenant_id = w.tenant_id and a.del_flag = 0
                  and (starts_with(p.area_code, a.area_code) or starts_with(a.area_code, p.area_code))
                where p.id = w.id and p.is_work and coalesce(nullif(a.ex_zone, ''), 'N') <> 'N'))))
          or exists (select 1 from places p join lo_area a on a.tenant_id = w.tenant_id and a.del_flag = 0
            and (starts_with(p.area_code, a.area_code) or (p.is_work and starts_with(a.area_code, p.area_code)))
            where p.id = w.id and a.area_type = '7'))`.execute(db)
  },
}
