import type { Resource } from '@suoan/contract'
import type { Pool } from 'pg'
import { belongsToText } from '../db/belongs-to.ts'
import { compile } from '../db/compile.ts'
import { runSql, type Queryable } from '../db/run-sql.ts'

/** Names of rows that other rows refer to. */
export interface References {
  /** Key → label for the keys that exist in the tenant, deleted rows too (old rows still show them). */
  labels(
    resource: string,
    by: string,
    tenantId: number,
    keys: Iterable<string>,
  ): Promise<ReadonlyMap<string, string>>
  /** The keys that may be chosen: in the tenant and not deleted. */
  existing(
    db: Queryable,
    resource: string,
    by: string,
    tenantId: number,
    keys: readonly string[],
  ): Promise<ReadonlySet<string>>
  /** Label → key for the rows that may be chosen; a label that several rows bear stands for none of them. */
  keys(
    db: Queryable,
    resource: string,
    by: string,
    tenantId: number,
    labels: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  forget(resource: string): void
}

/** Another node's rename is seen after at most this long; one on this node at once. */
const KEEP_MS = 60_000
const MOST_LABELS = 50_000

/** People are chosen where they belong, whichever tenant keeps their account; old rows still show who kept it here. */
function inTenant(target: Resource, isChosen: boolean): string {
  if (target.table !== 'sys_user') return 't.tenant_id = $2'
  const belongs = belongsToText('t', '$2::integer')
  return isChosen ? belongs : `(t.tenant_id = $2::integer or ${belongs})`
}

/** References through the descriptions: a name that none describes refers to nothing. */
export function createReferences(
  pool: Pool,
  resourceNamed: (name: string) => Resource | undefined,
): References {
  const cache = new Map<string, Map<string, { readonly until: number; readonly label: string | null }>>()

  /** The pairs of two fields of a resource, for the given values of the first. */
  const pairs = async (
    db: Queryable,
    target: Resource,
    [keyField, labelField]: readonly [string, string],
    tenantId: number,
    keys: readonly string[],
    isAlive: boolean,
  ): Promise<{ key: string; label: string | null }[]> => {
    const { columns, from } = compile(target)
    const key = columns.get(keyField)
    const label = columns.get(labelField)
    if (!key || !label || keys.length === 0) return []
    const { tenanted, softDeleted } = target.traits
    // The key is compared as text, since a reference is one; ids of tenants are the only numbers.
    const keySql = key.kind.filter === 'text' ? `t.${key.column}` : `t.${key.column}::text`
    const conditions = [
      `${keySql} = any($1::text[])`,
      ...(tenanted ? [inTenant(target, isAlive)] : []),
      ...(softDeleted && isAlive ? ['t.del_flag = 0'] : []),
    ]
    return await runSql(
      db,
      `select ${keySql} as key, t.${label.column}::text as label from ${from} where ${conditions.join(' and ')}`,
      tenanted ? [keys, tenantId] : [keys],
    )
  }

  return {
    async labels(resource, by, tenantId, keys) {
      const target = resourceNamed(resource)
      if (!target) return new Map()
      const place = `${resource}\n${by}\n${tenantId}`
      const known = cache.get(place) ?? new Map<string, { until: number; label: string | null }>()
      cache.set(place, known)
      const now = performance.now()
      const wanted = new Set(keys)
      const missing = [...wanted].filter((key) => (known.get(key)?.until ?? 0) <= now)
      if (missing.length > 0) {
        if (known.size > MOST_LABELS) known.clear()
        const rows = await pairs(pool, target, [by, target.label], tenantId, missing, false)
        const fresh = new Map(rows.map(({ key, label }) => [key, label]))
        for (const key of missing) known.set(key, { until: now + KEEP_MS, label: fresh.get(key) ?? null })
      }
      const found = new Map<string, string>()
      for (const key of wanted) {
        const label = known.get(key)?.label
        if (label !== null && label !== undefined) found.set(key, label)
      }
      return found
    },
    async existing(db, resource, by, tenantId, keys) {
      const target = resourceNamed(resource)
      if (!target) return new Set()
      return new Set(
        (await pairs(db, target, [by, target.label], tenantId, keys, true)).map(({ key }) => key),
      )
    },
    async keys(db, resource, by, tenantId, labels) {
      const target = resourceNamed(resource)
      if (!target) return new Map()
      const found = await pairs(db, target, [target.label, by], tenantId, labels, true)
      const keys = new Map<string, string>()
      const twice = new Set<string>()
      for (const { key: label, label: key } of found) {
        if (keys.has(label)) twice.add(label)
        if (key !== null) keys.set(label, key)
      }
      for (const label of twice) keys.delete(label)
      return keys
    },
    forget(resource) {
      for (const place of cache.keys()) if (place.startsWith(`${resource}\n`)) cache.delete(place)
    },
  }
}
