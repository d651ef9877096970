import { hashDeviceSecret } from '@suoan/safety/lock-records/device-secret'
import pg from 'pg'

/** How many rows the figures are about (design/performance.md §0), and how they spread. */
export const volume = { users: 100_000, departments: 100, logs: 1_000_000, locks: 2_000, gateways: 8 }

/** Values that requests rotate through. */
export const orgCodeOf = (n: number): string => `A01A${String((n % volume.departments) + 1).padStart(3, '0')}`
export const lockIdOf = (n: number): string => `bench-lock-${(n % volume.locks) + 1}`
export const lockSnOf = (n: number): string => `LOADLK${(n % volume.locks) + 1}`
export const gatewaySnOf = (n: number): string => `LOADGW${n + 1}`
export const secretOf = (sn: string): string => `bench-${sn}`
export const eventTypes = ['OPEN', 'CLOSE', 'OPENF', 'CLOSEF', 'NOTFULL', 'TAMPER', 'BATL', 'ONLINE']

/** Fills a migrated and seeded database with the rows of the comparison, and analyses it. Answers the seconds taken. */
export async function loadRows(url: string, rows: 'whole' | 'people' = 'whole'): Promise<number> {
  const begun = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set timezone = 'Asia/Shanghai'`)
    const ofLogs = rows === 'whole' ? [logs] : []
    for (const statement of [departments, users, places, locks, partitions, ...ofLogs, dataRule]) {
      await client.query(statement)
    }
    await loadDevices(client)
    for (const table of tables) await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
  return (performance.now() - begun) / 1000
}

const tables = ['sys_user', 'sys_depart', 'sys_user_depart', 'lo_lock', 'lo_lock_log', 'lo_device', 'lo_area']
const list = (names: readonly string[]): string => `(array[${names.map((name) => `'${name}'`).join(', ')}])`

// The administrator stands in the root department; the 100 below have 1,000 people each.
const departments = `
insert into sys_depart (id, depart_name, org_category, org_type, org_code, create_by, create_time)
values ('bench-depart-0', '示范公司', '1', '1', 'A01', 'admin', now());
insert into sys_depart (id, parent_id, depart_name, org_category, org_type, org_code, depart_order, create_by, create_time)
select 'bench-depart-' || n, 'bench-depart-0', '装置 ' || n, '2', '2', 'A01A' || lpad(n::text, 3, '0'), n, 'admin', now()
from generate_series(1, ${volume.departments}) n;
insert into sys_user_depart (id, user_id, dep_id) select 'bench-admin', id, 'bench-depart-0' from sys_user where username = 'admin';
update sys_user set org_code = 'A01' where username = 'admin'`

const users = `
insert into sys_user (id, username, realname, birthday, sex, email, phone, org_code, status, work_no, post,
  user_identity, depart_ids, create_by, create_time, update_by, update_time)
select (1900000000000000000 + n)::text, 'user' || lpad(n::text, 6, '0'), '员工' || n,
  date '1970-01-01' + (n % 12000), 1 + n % 2, 'user' || n || '@example.com', (13000000000 + n)::text,
  'A01A' || lpad((n % ${volume.departments} + 1)::text, 3, '0'), case when n % 50 = 0 then 2 else 1 end,
  'W' || n, null, case when n <= ${volume.departments} then 2 else 1 end,
  -- One person is responsible for each department.
  case when n <= ${volume.departments} then 'bench-depart-' || (n % ${volume.departments} + 1) end, 'admin',
  now() - n * interval '5 minutes', 'admin', now() - n * interval '1 minute'
from generate_series(1, ${volume.users}) n`

const places = `
insert into lo_area (id, area_code, area_name, area_type, risk_level, create_by, create_time)
select 'bench-area-' || n, 'A' || lpad(n::text, 2, '0'), '装置区 ' || n, '1', 2, 'admin', now()
from generate_series(1, 50) n;
insert into lo_lock_type (id, type_code, type_name, power_type, purposes, create_by, create_time)
values ('bench-type', 'BENCH', '蓝牙挂锁', 1, '1', 'admin', now())`

const locks = `
insert into lo_lock (id, lock_code, lock_name, lock_type_id, lock_purpose, device_sn, area_id, area_code, keeper_id,
  lock_status, latch, shackle, state_trust, online, battery, sys_org_code, create_by, create_time)
select 'bench-lock-' || n, 'BL' || n, '隔离挂锁 ' || n, 'bench-type', 1, 'LOADLK' || n,
  'bench-area-' || (n % 50 + 1), 'A' || lpad((n % 50 + 1)::text, 2, '0'), (1900000000000000000 + n)::text,
  1, 1, 1, 1, 1, 80, 'A01', 'admin', now() - n * interval '1 minute'
from generate_series(1, ${volume.locks}) n`

const partitions = `select lo_make_log_partitions((current_date - interval '4 months')::date, 6)`

// 1,000,000 rows over the last 90 days; 500 a lock, 125,000 a type.
const logs = `
insert into lo_lock_log (id, lock_id, lock_code, lock_name, device_sn, boot_id, seq, idx, event_id, area_id, area_code,
  area_name, event_type, op_result, open_method, user_id, user_name, work_no, latch_before, latch_after,
  shackle_before, shackle_after, battery, rssi, temp, occur_time, device_time, recv_time, time_quality, historical,
  source, chain_seq, prev_hash, hash, sys_org_code)
select (1800000000000000000 + n)::text, 'bench-lock-' || l, 'BL' || l, '隔离挂锁 ' || l, 'LOADLK' || l, 'a1b2c3d4',
  n, 0, lpad(n::text, 26, '0'), 'bench-area-' || (l % 50 + 1), 'A' || lpad((l % 50 + 1)::text, 2, '0'),
  '装置区 ' || (l % 50 + 1), ${list(eventTypes)}[n / ${volume.locks} % ${eventTypes.length} + 1], 1, '0' || (n % 4 + 1),
  (1900000000000000000 + n % 5000 + 1)::text, '员工' || (n % 5000 + 1), 'DH-20261101-' || (n % 200),
  1, 0, 1, 0, 40 + n % 60, -60 - n % 30, 15 + n % 20, at, extract(epoch from at)::bigint * 1000,
  at + interval '1 second', 2, 0, '1', n / ${volume.locks} + 1, md5('p' || n) || md5('q' || n), md5('h' || n) || md5('i' || n), 'A01'
from (
  select n, n % ${volume.locks} + 1 as l,
    date_trunc('second', now()) - (${volume.logs} - n) * interval '7.776 seconds' as at
  from generate_series(1, ${volume.logs}) n
) given`

// What an ordinary administrator has: one rule on the list of users, "my department and below".
const dataRule = `
insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, create_by, create_time)
select 'bench-rule', id, '本部门及下级', 'orgCode', 'RIGHT_LIKE', '#{sys_org_code}', '1', 'admin', now()
from sys_permission where perms = 'system:user:list' and menu_type = 2 and del_flag = 0 limit 1;
update sys_role_permission rp set data_rule_ids = 'bench-rule'
from sys_permission p, sys_role r
where p.id = rp.permission_id and p.perms = 'system:user:list' and r.id = rp.role_id and r.role_code = 'admin'`

async function loadDevices(client: pg.Client): Promise<void> {
  const gateways = Array.from({ length: volume.gateways }, (_, n) => gatewaySnOf(n))
  await client.query(
    `insert into lo_device (id, device_sn, kind, device_name, secret_hash, create_by, create_time)
     select 'bench-' || sn, sn, 'GW', '网关 ' || sn, hash, 'admin', now()
     from unnest($1::text[], $2::text[]) as g(sn, hash)`,
    [gateways, gateways.map((sn) => hashDeviceSecret(secretOf(sn)))],
  )
  await client.query(
    `insert into lo_device (id, device_sn, kind, device_name, parent_sn, create_by, create_time)
     select 'bench-LOADLK' || n, 'LOADLK' || n, 'LOCK', '挂锁 ' || n, 'LOADGW' || ((n - 1) % $1 + 1), 'admin', now()
     from generate_series(1, $2) n`,
    [volume.gateways, volume.locks],
  )
}

/**
 * Commands for `perLock` openings of each of these locks, decided and answered a moment ago; answers what deals them out, each
 * once: a command that has opened its lock opens it never again (`opensByCommand`). Throws when a lock's are used up.
 */
export async function issueCommands(
  url: string,
  serials: readonly string[],
  perLock: number,
): Promise<(sn: string) => string> {
  const run = Date.now().toString(36)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into lo_cmd (id, cmd_id, device_sn, lock_id, cmd_type, status, issue_by, issue_time, decision_id)
       select g.id, g.id, l.device_sn, l.id, 'OPEN', 3, l.keeper_id, now(), 'd' || g.id
       from lo_lock l cross join generate_series(1, $2::int) n
       cross join lateral (select $3 || '-' || l.device_sn || '-' || n as id) g
       where l.device_sn = any($1::text[])`,
      [serials, perLock, run],
    )
    await client.query('analyze lo_cmd')
  } finally {
    await client.end()
  }
  const dealt = new Map<string, number>()
  return (sn) => {
    const n = (dealt.get(sn) ?? 0) + 1
    if (n > perLock) throw new Error(`no command is left for ${sn}`)
    dealt.set(sn, n)
    return `${run}-${sn}-${n}`
  }
}
