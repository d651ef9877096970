import type { WorkPlace } from '@suoan/domain/work-ticket'
import { sql, type RawBuilder } from 'kysely'

/**
 * Everywhere the people of the ticket known as `w` go, as `WorkPlace[]` in one JSON value (G14, R10): its own area with
 * every area inside it, those behind the access locks it lists, and the areas of its points and equipment, where its
 * isolators stand. What lies inside a confined space is one too; of the explosive zone the nearest area that says one
 * decides, and for points none: nobody works there.
 */
export const placesOf = (): RawBuilder<WorkPlace[]> => sql<WorkPlace[]>`(
  with entered (area_code, is_work) as (
    select w.area_code, true
    union select l.area_code, true from lo_work_lock k join lo_lock l on l.id = k.lock_id
      where k.work_id = w.id and (k.use_type = 2 or l.lock_purpose = 2) and k.state < 3 and k.del_flag = 0
    union select p.area_code, false from lo_work_point i join lo_point p on p.id = i.point_id
      where i.work_id = w.id and i.del_flag = 0
    union select e.area_code, false from lo_equip e
      where e.tenant_id = w.tenant_id and coalesce(w.equip_ids, '[]') ? e.id and e.del_flag = 0)
  select coalesce(jsonb_agg(distinct jsonb_build_object('areaType', a.area_type, 'exZone', a.ex_zone)), '[]')
  from (
    select above.area_type,
      case when entered.is_work and above.area_code = (select n.area_code from lo_area n where n.tenant_id = w.tenant_id
        and n.del_flag = 0 and starts_with(entered.area_code, n.area_code) and coalesce(n.ex_zone, '') <> ''
        order by length(n.area_code) desc limit 1) then above.ex_zone end as ex_zone
    from entered join lo_area above on above.tenant_id = w.tenant_id and above.del_flag = 0
      and starts_with(entered.area_code, above.area_code)
    union all
    select inside.area_type, inside.ex_zone from entered join lo_area inside on inside.tenant_id = w.tenant_id
      and inside.del_flag = 0 and entered.is_work and starts_with(inside.area_code, entered.area_code)) a)`

/**
 * `lo_fire_zone` of an area, or of the nearest one above it that says one, and of every area inside it: a ticket for a
 * whole unit may be worked on anywhere in it (G29).
 */
export const fireZonesOf = (tenantId: number, areaCode: RawBuilder<unknown>): RawBuilder<string[]> => sql<
  string[]
>`(
  select coalesce(jsonb_agg(distinct a.fire_zone), '[]') from lo_area a where a.tenant_id = ${tenantId} and a.del_flag = 0
    and coalesce(a.fire_zone, '') <> '' and (starts_with(a.area_code, ${areaCode}) or a.area_code = (
      select n.area_code from lo_area n where n.tenant_id = ${tenantId} and n.del_flag = 0
        and starts_with(${areaCode}, n.area_code) and coalesce(n.fire_zone, '') <> ''
        order by length(n.area_code) desc limit 1)))`

/**
 * Does the ticket known as `w` rely on what the area is: is it among its places
 * (`placesOf`)? Somebody of it may be in it, in it below, behind an access lock of it, or where its isolators and equipment stand.
 */
export const reliesOnArea = (areaCode: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  starts_with(w.area_code, ${areaCode}) or starts_with(${areaCode}, w.area_code)
  or exists (select 1 from lo_work_lock k join lo_lock l on l.id = k.lock_id where k.work_id = w.id
    and k.state < 3 and k.del_flag = 0 and (starts_with(l.area_code, ${areaCode})
      or ((k.use_type = 2 or l.lock_purpose = 2) and starts_with(${areaCode}, l.area_code))))
  or exists (select 1 from lo_equip e where e.tenant_id = w.tenant_id and e.del_flag = 0
    and e.id in (select jsonb_array_elements_text(case jsonb_typeof(w.equip_ids) when 'array' then w.equip_ids else '[]' end))
    and starts_with(e.area_code, ${areaCode}))
  or exists (select 1 from lo_work_point i join lo_point p on p.id = i.point_id where i.work_id = w.id
    and i.del_flag = 0 and starts_with(p.area_code, ${areaCode})))`

/**
 * Is the equipment known as `e` of the ticket known as `w`: named on it, of one of its points, or behind an access lock it
 * lists? What its isolation is proven on (G05), and what stays as it is meanwhile (decision 0599).
 */
export const equipmentIsOf = (): RawBuilder<boolean> => sql<boolean>`(
  coalesce(w.equip_ids, '[]') ? e.id
  or e.id in (select p.equip_id from lo_work_point i join lo_point p on p.id = i.point_id
    where i.work_id = w.id and i.del_flag = 0)
  or e.id in (select l.equip_id from lo_work_lock k join lo_lock l on l.id = k.lock_id
    where k.work_id = w.id and k.use_type = 2 and k.state < 3 and k.del_flag = 0))`

/** Does the node known as `n` stand for the equipment known as `e`: it names it, or has its code. */
export const nodeIsOf = (): RawBuilder<boolean> => sql<boolean>`(
  n.tenant_id = e.tenant_id and n.del_flag = 0 and (n.equip_id = e.id or n.node_code = e.equip_code))`
