import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'

/** PostgreSQL stops at two thousand million; its own protection begins at two hundred million. [D] */
const OLD_TRANSACTIONS = 1_000_000_000
const MOST_LISTED = 50

/** 数据库真空检查: tables whose dead rows were not cleared away. It reads figures of PostgreSQL and changes nothing. */
export function vacuumLook(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.VacuumLook',
    title: '数据库真空检查',
    description:
      '列出死行过多、很久没有清理（VACUUM）或事务号过旧的表，写入执行记录；只读取统计，不做清理，不修改数据。',
    parameters: z.object({
      deadRows: z
        .number()
        .int()
        .min(100, '至少 100 行')
        .max(1_000_000_000)
        .default(10_000)
        .describe('死行达到多少才列出'),
      deadPercent: z
        .number()
        .int()
        .min(1, '至少 1%')
        .max(100)
        .default(20)
        .describe('死行占全部行的百分比达到多少才列出'),
      days: z
        .number()
        .int()
        .min(1, '至少 1 天')
        .max(365)
        .default(7)
        .describe('有死行的表多少天没有清理才列出'),
    }),
    timeoutSeconds: 120,
    minIntervalSeconds: 3600,
    schedule: { cron: '0 30 3 * * ? *' },
    run: async ({ ctx: judged, parameters, say }) => {
      const tables = await neglectedTables(judged, parameters)
      for (const table of tables.slice(0, MOST_LISTED)) say(lineOf(table))
      if (tables.length > MOST_LISTED) say(`另有 ${tables.length - MOST_LISTED} 张表`)
      return tables.length === 0
        ? '没有需要清理的表'
        : `${tables.length} 张表需要关注；请检查自动清理（autovacuum）是否开启、是否有长时间未结束的事务，必要时执行 VACUUM (ANALYZE) 表名`
    },
  })
}

interface NeglectedTable {
  readonly name: string
  readonly live: number
  readonly dead: number
  readonly lastVacuum: Date | null
  readonly age: number
}

/** Most dead rows first. */
async function neglectedTables(
  ctx: Context,
  { deadRows, deadPercent, days }: { deadRows: number; deadPercent: number; days: number },
): Promise<NeglectedTable[]> {
  const before = new Date(ctx.clock.now() - days * 86_400_000)
  const { rows } = await sql<NeglectedTable>`
    with tables as (
      select s.relname as name, s.n_live_tup::float8 as live, s.n_dead_tup::float8 as dead,
        greatest(s.last_vacuum, s.last_autovacuum) as last_vacuum, age(c.relfrozenxid)::float8 as age
      from pg_stat_user_tables s
        -- A partitioned table has neither rows nor a transaction number of its own: its partitions are judged.
        join pg_class c on c.oid = s.relid and c.relkind <> 'p')
    select * from tables
    where (dead >= ${deadRows} and (dead * 100 >= ${deadPercent} * (live + dead)
        or last_vacuum is null or last_vacuum < ${before}))
      or age >= ${OLD_TRANSACTIONS}
    order by dead desc, name`.execute(ctx.db)
  return rows
}

function lineOf({ name, live, dead, lastVacuum, age }: NeglectedTable): string {
  const percent = Math.round((dead * 100) / Math.max(1, live + dead))
  const last =
    lastVacuum === null ? '没有清理记录' : `上次清理 ${shanghaiTime(lastVacuum.getTime()).slice(0, 10)}`
  return `${name}：死行 ${dead}（${percent}%），${last}${age >= OLD_TRANSACTIONS ? `，事务号年龄 ${age}，应尽快清理` : ''}`
}
