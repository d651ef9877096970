import type { TestWorld } from '@suoan/platform/testing/test-world'

/** A ticket at work, 09:00–17:00, with LK4 for u6; u7 is on the ticket but not named for LK4. */
export async function plantTicketAtWork(world: TestWorld): Promise<void> {
  await world.database.pool.query(`
    insert into lo_work (id, work_no, work_name, work_type, work_level, work_status, exec_phase, area_id, area_code,
      place, content, hazards, plan_start, plan_end, valid_end, applicant_id, leader_id)
    values ('w1', 'A01-10-20261201-0001', 'P-101 检修', '10', '2', 20, 20, 'demo-a0101', 'A01A01', '压缩机房', '检修', '04',
      '2026-12-01 09:00:00+08', '2026-12-01 17:00:00+08', '2026-12-01 17:00:00+08', 'u1', 'u5');
    insert into lo_work_person (id, work_id, user_id, role_tag, check_in_time, guard_seen_time) values
      ('p6', 'w1', 'u6', 'WORK', null, null), ('p7', 'w1', 'u7', 'WORK', null, null),
      -- He has said that he is there, whenever the test asks.
      ('p8', 'w1', 'u8', 'GUARD', '2026-12-01 08:55:00+08', '2026-12-01 17:00:00+08');
    insert into lo_work_lock (id, work_id, lock_id, use_type, user_ids, state)
      values ('k4', 'w1', 'demo-lk4', 2, '["u6"]', 1);
    insert into lo_lock_user (id, user_id, scope_type, lock_id, grant_type, actions, valid_from, valid_to, work_id,
      phases, reason, status)
      values ('g6', 'u6', 1, 'demo-lk4', 4, 'OPEN', '2026-12-01 09:00:00+08', '2026-12-01 17:00:00+08', 'w1', '20', '工作票', 1);
    insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
      select 's-' || u, u, u, 0, '2026-12-01 08:30:00+08', now(), now() + interval '1 day'
      from unnest(array['u6', 'u7', 'u9']) u;`)
}

/** `patrol`: a cabinet lock like LK4, device PT9, of a type that needs no ticket: it may keep standing grants (leg L8). */
export async function plantPatrolLock(world: {
  readonly database: Pick<TestWorld['database'], 'pool'>
}): Promise<void> {
  await world.database.pool.query(`
    insert into lo_lock_type select (jsonb_populate_record(t, '{"id": "patrol-ty", "type_code": "PATROL",
      "type_name": "巡检锁", "ticket_required": 0, "dual_auth": 0}')).* from lo_lock_type t where id = 'demo-ty-cab';
    insert into lo_device select (jsonb_populate_record(d, '{"id": "patrol-dev", "device_sn": "PT9"}')).*
      from lo_device d where device_sn = 'LK4' and tenant_id = 0;
    insert into lo_lock select (jsonb_populate_record(l, '{"id": "patrol", "lock_code": "PT9", "lock_name": "巡检门锁",
      "lock_type_id": "patrol-ty", "device_sn": "PT9", "mac": null, "imei": null, "iccid": null, "passive_no": null,
      "qr_code": null, "point_id": null, "curr_work_id": null}')).* from lo_lock l where id = 'demo-lk4'`)
}
