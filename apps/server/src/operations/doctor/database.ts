import type { Pool } from 'pg'
import { lastBackupAt } from '@suoan/platform/backup/backup-folder'
import type { Config } from '@suoan/platform/config'
import { migrations } from '../../migrations.ts'
import { error, type Finding, ok, warning } from './finding.ts'

const HOUR_MS = 3_600_000
/** Server and database may be this far apart before times of records mean nothing, ms (3-domain.md §2). [D] */
const APART_MS = 2_000
/** A plant that works daily and has no backup younger than this loses more than a day. [D] */
const OLD_BACKUP_MS = 26 * HOUR_MS
/** The oldest PostgreSQL that has what we use. */
const OLDEST_POSTGRES = 150_000

/** What the database tells: version, schema, clock, roles, evidence. `now` epoch ms. */
export async function databaseFindings(pool: Pool, config: Config, now: number): Promise<Finding[]> {
  const { rows } = await pool.query<{
    version: number
    text: string
    at: Date
    shown: Date | null
    owns: boolean
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
      clock_timestamp() as at, (select shown from server_clock) as shown,
      exists (select from pg_tables where schemaname = 'public' and tablename = 'lo_audit_anchor' and tableowner = current_user) as owns`,
  )
  const [fact] = rows
  if (fact === undefined) throw new Error('a query without from answers one row')
  return [
    fact.version < OLDEST_POSTGRES
      ? error('数据库', `PostgreSQL ${fact.text}`, '请换用 PostgreSQL 15 或更新的版本。')
      : ok('数据库', `PostgreSQL ${fact.text}`),
    ...(await schemaFindings(pool)),
    clockFinding(fact, now),
    fact.owns
      ? warning(
          '证据表',
          '应用以证据表的所有者身份连接，证据只由触发器保护',
          '请另设 DATABASE_OWNER_URL，让 DATABASE_URL 使用不拥有表的角色（docs/operations.md）。',
        )
      : ok('证据表', '应用的角色只能追加，不能改删'),
    await anchorFinding(pool, now),
    await alarmFinding(pool),
    await backupFinding(config, now),
  ]
}

async function schemaFindings(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration order by name')
  const taken = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const newer = [...taken].filter((name) => !known.has(name))
  const open = migrations.filter(({ name }) => !taken.has(name))
  const at = [...taken].at(-1) ?? '空'
  if (newer.length > 0)
    return [
      error(
        '数据库结构',
        `${newer.at(-1)} 比本程序认识的 ${migrations.at(-1)?.name} 新`,
        '请用更新的程序启动，或恢复升级前的备份（backups 目录里的 upgrade-…）。',
      ),
    ]
  if (open.length > 0)
    return [warning('数据库结构', `${at}，还差 ${open.length} 步`, '下次启动时自动升级，升级前会先备份。')]
  return [ok('数据库结构', at)]
}

/** Two clocks on one machine are one; on two machines, or after a time change, they may differ. */
function clockFinding({ at, shown }: { at: Date; shown: Date | null }, now: number): Finding {
  const apart = Math.abs(at.getTime() - now)
  if (apart > APART_MS)
    return error(
      '时钟',
      `本机与数据库相差 ${Math.round(apart / 1000)} 秒`,
      '请在两台机器上启用 NTP（chrony 或 systemd-timesyncd）后再启动。',
    )
  if (shown !== null && shown.getTime() > now + APART_MS)
    return error(
      '时钟',
      `本机时钟比上次运行时慢了 ${Math.round((shown.getTime() - now) / 1000)} 秒`,
      '时钟被调慢或电池失效。请校准时钟后再启动，否则记录的先后会错。',
    )
  return ok('时钟', `与数据库相差 ${apart} 毫秒`)
}

async function anchorFinding(pool: Pool, now: number): Promise<Finding> {
  const { rows } = await pool.query<{ made: Date | null; any: boolean }>(
    `select (select max(made_time) from lo_audit_anchor where daily = 1) as made, exists (select from lo_work_trans) as any`,
  )
  const [fact] = rows
  const made = fact?.made ?? null
  if (made === null)
    return fact?.any === true
      ? warning('每日锚点', '还没有', '首个锚点在启动后的第一个夜里生成；一直没有时请查看日志。')
      : ok('每日锚点', '还没有记录需要锚定')
  const age = now - made.getTime()
  return age > 2 * OLD_BACKUP_MS
    ? warning(
        '每日锚点',
        `最近一个在 ${Math.round(age / HOUR_MS)} 小时前`,
        '服务夜里应保持运行；已在运行时请查看“失败的处理”页和日志。',
      )
    : ok('每日锚点', `最近一个在 ${Math.round(age / HOUR_MS)} 小时前`)
}

/** Alarms that are open for the product itself, not for locks and work. */
async function alarmFinding(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from reaction where last_error is not null`,
  )
  const failed = rows[0]?.n ?? 0
  return failed === 0
    ? ok('失败的处理', '没有')
    : warning('失败的处理', `${failed} 项正在重试`, '请打开“失败的处理”页查看原因；排除原因后按“立即重试”。')
}

async function backupFinding(config: Config, now: number): Promise<Finding> {
  const last = await lastBackupAt(config)
  const advice = '请执行 npm run backup，并在“备份与恢复”页启用每天的定时备份。'
  if (last === null) return warning('备份', `${config.backupDir} 里还没有备份`, advice)
  const hours = Math.round((now - last) / HOUR_MS)
  return now - last > OLD_BACKUP_MS
    ? warning('备份', `最近一份在 ${hours} 小时前`, advice)
    : ok('备份', `最近一份在 ${hours} 小时前`)
}
