import type { Resource } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../context.ts'
import { runSql, type Queryable } from '../db/run-sql.ts'
import { namedParams } from '../http/named-params.ts'
import type { RowRecord } from '../db/compile.ts'

/** One operation by one person, for `sys_log` (4-api.md §7.19). */
export interface Operation {
  readonly actor: Pick<Actor, 'tenantId' | 'username' | 'realname'>
  /** Shown in the list, e.g. `职务：添加 监护人`. */
  readonly content: string
  /** Dictionary `operate_type`: 1 query, 2 add, 3 edit, 4 delete, 5 import, 6 export. */
  readonly operateType: number
  readonly origin?: Origin | undefined
  /** Epoch ms. */
  readonly now: number
}

/** From where a request came; never its headers (tokens) nor the values in its body (passwords). */
export interface Origin {
  readonly ip: string
  readonly url: string
  readonly method: string
  /** The call in words, and the pattern of its path. */
  readonly handler?: string
  /** What it was given, as a log may keep it (named-params.ts). */
  readonly params?: string | null
  /** Epoch ms of its start. */
  readonly startedAt?: number
}

/** A row before and after a change; null where it did not exist. */
export interface RowChange {
  readonly resource: Resource
  readonly before: RowRecord | null
  readonly after: RowRecord | null
}

/** The origin of a request. */
export function originOf(request: FastifyRequest): Origin {
  const { config, url } = request.routeOptions
  return {
    ip: request.ip,
    url: (request.url.split('?')[0] ?? '').slice(0, 255),
    method: request.method,
    handler: [config.title, url].filter(Boolean).join(' ').slice(0, 500),
    params: namedParams(request),
  }
}

/**
 * Writes the operation, and a data-log version of each changed row, in the transaction of the change: no change
 * without its audit row, no audit row without its change.
 */
export async function recordAudit(
  db: Queryable,
  operation: Operation,
  changes: readonly RowChange[] = [],
): Promise<void> {
  const { actor, content, operateType, origin, now } = operation
  const at = new Date(now)
  const logValues = [
    newId(),
    actor.tenantId,
    content.slice(0, 1000),
    operateType,
    actor.username,
    actor.realname,
    origin?.ip ?? null,
    origin?.url ?? null,
    origin?.method ?? null,
    at,
    origin?.handler ?? null,
    origin?.params ?? null,
  ]
  const log = `insert into sys_log (id, tenant_id, log_type, log_content, operate_type, userid, username, ip,
    request_url, request_type, create_by, create_time, method, request_param)
    values ($1, $2, 2, $3, $4, $5, $6, $7, $8, $9, $5, $10, $11, $12)`
  const versions = changes.flatMap(versionOf)
  if (versions.length === 0) {
    await runSql(db, log, logValues)
    return
  }
  // One round trip for both tables.
  await runSql(
    db,
    `with logged as (${log})
     insert into sys_data_log (id, tenant_id, data_table, data_id, data_content, data_change, data_version, create_by, create_time)
     select v.id, $2, v.data_table, v.data_id, v.content, v.change,
       coalesce(v.version, 1 + coalesce((select max(o.data_version) from sys_data_log o
         where o.data_table = v.data_table and o.data_id = v.data_id), 0)), $5, $10
     from unnest($13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::integer[])
       as v(id, data_table, data_id, content, change, version)`,
    [
      ...logValues,
      versions.map(() => newId()),
      versions.map(({ table }) => table),
      versions.map(({ id }) => id),
      versions.map(({ content: row }) => row),
      versions.map(({ change }) => change),
      versions.map(({ version }) => version),
    ],
  )
}

interface Version {
  readonly table: string
  readonly id: string
  readonly content: string
  readonly change: string
  readonly version: number | null
}

function versionOf({ resource, before, after }: RowChange): Version[] {
  const row = after ?? before
  if (!row || resource.traits.log) return []
  const change = differenceOf(before, after)
  if (Object.keys(change).length === 0) return []
  return [
    {
      table: resource.table,
      id: String(row['id']),
      content: JSON.stringify(after ?? { ...before, deleted: true }),
      change: JSON.stringify(change),
      // A row with a revision counts its own versions; the first is 1. A deletion comes after the last.
      version:
        resource.traits.revisioned && typeof row['revision'] === 'number'
          ? row['revision'] + (after ? 1 : 2)
          : null,
    },
  ]
}

const bookkeeping = new Set(['updateBy', 'updateTime', 'revision'])

/** Field → [before, after] for what differs; stamps and revision are no change by themselves. */
function differenceOf(before: RowRecord | null, after: RowRecord | null): Record<string, [unknown, unknown]> {
  const difference: Record<string, [unknown, unknown]> = {}
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (bookkeeping.has(name) || name.endsWith('_dictText')) continue
    const [old, fresh] = [before?.[name] ?? null, after?.[name] ?? null]
    if (JSON.stringify(old) !== JSON.stringify(fresh)) difference[name] = [old, fresh]
  }
  return difference
}
