import type { Plant } from './plant.ts'

/** Who comes at 16:00 (SC15): u5b and u6b with the roles, the departments and the password of u5 and u6, and PL6B, shut. */
export async function addSecondShift(plant: Plant): Promise<void> {
  const { pool } = plant.server.ctx
  for (const [id, name, from] of [
    ['u5b', '钱二', 'u5'],
    ['u6b', '孙二', 'u6'],
  ] as const) {
    const anew = `jsonb_build_object('id', $1::text, 'username', $1::text, 'realname', $2::text, 'phone', null,
      'email', null, 'work_no', null)`
    await pool.query(
      `insert into sys_user select (jsonb_populate_record(u, ${anew})).* from sys_user u where id = $3`,
      [id, name, from],
    )
    await pool.query(
      `insert into sys_password select (jsonb_populate_record(p, jsonb_build_object('user_id', $1::text))).*
      from sys_password p where user_id = $2`,
      [id, from],
    )
    for (const table of ['sys_user_role', 'sys_user_depart'])
      await pool.query(
        `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('id', md5($1 || r.id), 'user_id', $1::text))).*
        from ${table} r where user_id = $2`,
        [id, from],
      )
    await pool.query(
      `insert into lo_person_cert (id, user_id, cert_type, cert_no, valid_from, valid_to, status)
      values ('c-' || $1, $1, '08', 'N-' || $1, '2026-01-01', '2027-12-31', 1)`,
      [id],
    )
  }
  await pool.query(
    `insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'demo-pl6b', 'lock_code', 'PL6B',
      'owner_user_id', 'u6b', 'device_sn', null, 'qr_code', null, 'lock_status', 1))).* from lo_lock l where id = 'demo-pl6'`,
  )
}
