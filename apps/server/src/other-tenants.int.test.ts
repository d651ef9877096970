import * as contract from '@suoan/contract'
import type { Endpoint, Resource } from '@suoan/contract'
import { inputSchema } from '@suoan/platform/api-doc/open-api'
import { isNight } from '@suoan/platform/testing/at-night'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from './features.ts'
import { firstStart } from './seed/first-start.ts'

/**
 * Every call of the contract, made by the administrator of another tenant with the ids of the demo plant: he reads nothing of
 * it and changes nothing in it (security.md V11). What he sends is made from the schema of the call; where that is not enough
 * the call refuses him for his input, and nothing is proved: how many calls got further is counted.
 */
let world: TestWorld
let ids: ReadonlyMap<string, readonly string[]>
let marks: readonly string[]

const tables = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'tenant_id' and not a.attisdropped order by 1`)
  return rows.map(({ name }) => name)
}

/** The first ids of the plant in each table that has any. */
async function idsByTable(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const table of await tables()) {
    const { rows } = await world.database.pool.query<{ row: { id?: string } }>(
      `select to_jsonb(t) as row from ${table} t where tenant_id = 0 limit 2`,
    )
    const some = rows.flatMap(({ row }) => (row.id === undefined ? [] : [String(row.id)]))
    if (some.length > 0) found.set(table, some)
  }
  return found
}

/**
 * One digest of all rows of the plant. Who tries to sign in belongs to no tenant yet: the log of the platform, which is that
 * of tenant 0, tells of it.
 */
async function plantDigest(): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of await tables()) {
    const { rows } = await world.database.pool.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t where tenant_id = 0
        ${table === 'sys_log' ? `and log_content not like '登录失败%'` : ''}`,
    )
    digests[table] = rows[0]?.digest ?? ''
  }
  return digests
}

const endpoints: Endpoint[] = Object.entries(contract)
  .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
  .flatMap(([, value]) => Object.values(value as unknown as Readonly<Record<string, Endpoint>>))
const resources: Resource[] = (Object.values(contract) as readonly unknown[]).filter(
  (value): value is Resource =>
    typeof value === 'object' && value !== null && 'verbs' in value && 'table' in value,
)

/** Ids that a key of an input may mean, the table of the call's own resource first. */
function idsFor(key: string, path: string): readonly string[] {
  const named: readonly (readonly [RegExp, string])[] = [
    [/user|username|leader|guardian|person/i, 'sys_user'],
    [/role/i, 'sys_role'],
    [/dep|org/i, 'sys_depart'],
    [/lock/i, 'lo_lock'],
    [/area/i, 'lo_area'],
    [/equip/i, 'lo_equip'],
    [/point/i, 'lo_point'],
    [/device|sn$/i, 'lo_device'],
    [/flow/i, 'lo_flow'],
    [/type/i, 'lo_work_type'],
  ]
  const own = resources.find((one) => path.startsWith(`${one.path}/`))
  const table = named.find(([pattern]) => pattern.test(key))?.[1] ?? own?.table
  return (table === undefined ? undefined : ids.get(table)) ?? ids.get('sys_user') ?? []
}

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly default?: unknown
}

/** Something that fits a schema, with ids of the plant wherever a text is asked. */
function sample(shape: Shape, key: string, path: string, nth: number): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sample(shape.anyOf.at(-1) ?? {}, key, path, nth)
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([name, one]) => [name, sample(one, name, path, nth)]),
    )
  if (shape.type === 'array') return [sample(shape.items ?? {}, key, path, nth)]
  if (shape.type === 'integer' || shape.type === 'number') return key.startsWith('page') ? 1 : 0
  if (shape.type === 'boolean') return true
  const found = idsFor(key, path)
  return found[nth % Math.max(1, found.length)] ?? 'x'
}

const calls = (): {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  input: Record<string, unknown>
}[] => [
  ...endpoints.flatMap((endpoint) =>
    endpoint.methods.flatMap((method) =>
      [0, 1].map((nth) => {
        const shape: Shape = inputSchema(endpoint.input)
        const input = sample(shape, '', endpoint.path, nth) as Record<string, unknown>
        for (const [, name] of endpoint.path.matchAll(/:(\w+)/g))
          if (name !== undefined) input[name] = idsFor(name, endpoint.path)[0] ?? 'x'
        return { method, path: endpoint.path, input }
      }),
    ),
  ),
  ...resources.flatMap(({ path, table }) =>
    (ids.get(table) ?? []).flatMap((id) => [
      { method: 'GET' as const, path: `${path}/queryById`, input: { id } },
      { method: 'GET' as const, path: `${path}/list`, input: { pageSize: 50 } },
      { method: 'GET' as const, path: `${path}/exportXls`, input: { selections: id } },
      { method: 'PUT' as const, path: `${path}/edit`, input: { id, remark: 'x', description: 'x' } },
      { method: 'DELETE' as const, path: `${path}/delete`, input: { id } },
      { method: 'DELETE' as const, path: `${path}/deleteBatch`, input: { ids: id } },
    ]),
  ),
]

const asQuery = (input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

describe.runIf(isNight)('an administrator of another tenant', () => {
  beforeAll(async () => {
    world = await createTestWorld({ features, env: { DEMO_WORKS: '0' } })
    await firstStart(world.ctx, true)
    await world.database.pool.query(`insert into sys_tenant (id, name) values (8, '丙厂')`)
    ids = await idsByTable()
    const { rows } = await world.database.pool.query<{ text: string }>(`
    select realname as text from sys_user where tenant_id = 0 and realname <> '系统管理员'
    union all select depart_name from sys_depart where tenant_id = 0
    union all select area_name from lo_area where tenant_id = 0
    union all select equip_name from lo_equip where tenant_id = 0
    union all select lock_name from lo_lock where tenant_id = 0`)
    // Words of the dictionaries are everybody's.
    const words = await world.database.pool.query<{ text: string }>(
      'select item_text as text from sys_dict_item',
    )
    marks = rows
      .map(({ text }) => text)
      .filter((mark) => mark.length >= 2 && !words.rows.some(({ text }) => text.includes(mark)))
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('reads and changes nothing of the plant, whatever he calls', async () => {
    const stranger = world.as({ tenantId: 8, userId: 'stranger', username: 'stranger', realname: '外人' })
    const before = await plantDigest()
    const told: string[] = []
    let [made, understood] = [0, 0]
    for (const { method, path, input } of calls()) {
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
      const isBody = method === 'POST' || method === 'PUT'
      const answer = await stranger.raw(method, filled, isBody ? { body: input } : { query: asQuery(input) })
      const text = answer.body
      made += 1
      if (!/缺少|格式|不正确|请选择|请输入|应为/.test(text)) understood += 1
      // The login page of a demo plant names its accounts to everybody.
      if (path === contract.signInEndpoints.ways.path) continue
      const seen = marks.filter((mark) => text.includes(mark))
      if (seen.length > 0)
        told.push(
          `${method} ${path}: ${seen.slice(0, 3).join('、')} ← ${JSON.stringify(input).slice(0, 120)}`,
        )
      if (answer.statusCode >= 500 && !text.includes('success'))
        told.push(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 200)}`)
    }
    process.stdout.write(`${made} calls made, ${understood} understood\n`)
    const after = await plantDigest()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect({ told, changed }).toEqual({ told: [], changed: [] })
  })
})
