import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The floor of design/performance.md: node:http and the driver, the statements our lists use, an HMAC token, nothing
 * else. Ours can only approach it; the ratio in one run is the figure.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const token = createHmac('sha256', 'floor').update('bench').digest('base64url')
const page = 'limit $2 offset $3'
const userColumns = 'id, username, realname, sex, phone, email, org_code, status, create_time'
const logColumns =
  'id, lock_id, lock_code, event_type, op_result, open_method, user_name, work_no, battery, occur_time'
const found = (table: string, columns: string, condition: string, time: string) => ({
  rows: `select ${columns} from ${table} where ${condition} and tenant_id = 0 order by ${time} desc, id desc ${page}`,
  count: `select count(*)::int as n from (select 1 from ${table} where ${condition} and tenant_id = 0 limit 10001) c`,
})
const statements: Record<string, { rows: string; count: string | null; isLike?: boolean }> = {
  users_list: {
    rows: `select ${userColumns} from sys_user where tenant_id = 0 and org_code = $1 and del_flag = 0 order by create_time desc, id desc ${page}`,
    count: 'select count(*)::int as n from sys_user where tenant_id = 0 and org_code = $1 and del_flag = 0',
  },
  logs_list: {
    rows: `select ${logColumns} from lo_lock_log where lock_id = $1 and tenant_id = 0 order by occur_time desc, id desc ${page}`,
    count: 'select count(*)::int as n from lo_lock_log where lock_id = $1 and tenant_id = 0',
  },
  logs_type: {
    rows: `select ${logColumns} from lo_lock_log where event_type = $1 and tenant_id = 0 order by occur_time desc, id desc ${page}`,
    count: 'select count(*)::int as n from lo_lock_log where event_type = $1 and tenant_id = 0',
  },
  logs_deep: {
    rows: `select ${logColumns} from lo_lock_log where tenant_id = $1 order by occur_time desc, id desc ${page}`,
    count: 'select count(*)::int as n from lo_lock_log where tenant_id = $1',
  },
  logs_rows: {
    rows: `select ${logColumns} from lo_lock_log where tenant_id = $1 order by occur_time desc, id desc ${page}`,
    count: null,
  },
  logs_count: {
    rows: `select ${logColumns} from lo_lock_log where tenant_id = $1 order by occur_time desc, id desc ${page}`,
    count: 'select count(*)::int as n from lo_lock_log where tenant_id = $1',
  },
  logs_area: found('lo_lock_log', logColumns, 'area_id = $1', 'occur_time'),
  logs_fuzzy: { ...found('lo_lock_log', logColumns, 'lock_name like $1', 'occur_time'), isLike: true },
  users_fuzzy: {
    ...found('sys_user', userColumns, 'del_flag = 0 and username like $1', 'create_time'),
    isLike: true,
  },
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://floor')
  const name = url.pathname.slice(1)
  const send = (body: unknown) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(body))
  }
  if (name === 'ping') return send({ success: true })
  if (request.headers['x-access-token'] !== token) {
    response.statusCode = 401
    return send({ success: false })
  }
  const failed = (error: unknown) => {
    response.statusCode = 500
    send({ success: false, message: String(error) })
  }
  if (name === 'insert') {
    pool
      .query({
        name,
        text: `insert into sys_position (id, code, name, post_rank, tenant_id, del_flag, revision, create_time)
               values ($1, $1, $2, '1', 0, 0, 0, now())`,
        values: [`${process.hrtime.bigint()}`.slice(-19), '职务'],
      })
      .then(() => send({ success: true }), failed)
    return
  }
  const statement = statements[name]
  if (!statement) return failed('unknown')
  const value = url.searchParams.get('v')
  // A prepared `like $1` is planned without its value (performance.md, trap of the generic plan).
  const named = (prepared: string) => (statement.isLike ? {} : { name: prepared })
  const pageNo = Number(url.searchParams.get('pageNo') ?? 1)
  Promise.all([
    pool.query({ ...named(name), text: statement.rows, values: [value, 10, (pageNo - 1) * 10] }),
    statement.count
      ? pool.query({ ...named(`${name}_count`), text: statement.count, values: [value] })
      : null,
  ]).then(
    ([rows, count]) => send({ success: true, result: { records: rows.rows, total: count?.rows[0].n } }),
    failed,
  )
})
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0, token }))
})
