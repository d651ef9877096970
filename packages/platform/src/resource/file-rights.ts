import type { Field, Resource } from '@suoan/contract'
import type { Pool } from 'pg'
import type { Actor, Context } from '../context.ts'
import { runSql, type Queryable } from '../db/run-sql.ts'
import { compile, type RowRecord } from '../db/compile.ts'
import { fail } from '../fail.ts'
import { engineOf } from './engine.ts'
import type { MayRead } from './file-readers.ts'
import { hiddenColumns } from './hidden-columns.ts'
import { dataScope } from './scope.ts'
import { resourceStore } from './store.ts'
import { storedPath } from './stored-path.ts'

/** Names of the fields that hold stored paths. */
function fileFieldsOf(resource: Resource): string[] {
  return Object.entries(resource.fields).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []))
}

/** Whether a row that the caller may read holds the file of this path. */
export async function mayReadFile(ctx: Context, actor: Actor, path: string): Promise<boolean> {
  const all = placesOf(ctx)
  const held = await holdersOf(
    ctx.pool,
    all.map(({ text }) => text),
    path,
    actor.tenantId,
  )
  for (const [at, ids] of held) if (await all[at]?.mayRead(ctx, actor, ids, path)) return true
  return false
}

/** Whether a row holds the file of this path: of an entity, deleted ones too, or of a table that says to what it belongs. */
export async function isHeld(ctx: Context, path: string, tenantId: number): Promise<boolean> {
  const texts = placesOf(ctx).map(({ text }) => text)
  return (await holdersOf(ctx.pool, texts, path, tenantId)).size > 0
}

/** Where files are held, as statements that find the holders, and who may read them there. */
function placesOf(ctx: Context): readonly { readonly text: string; readonly mayRead: MayRead }[] {
  const engine = engineOf(ctx)
  const asked = engine
    .resources()
    .filter((resource) => fileFieldsOf(resource).length > 0)
    .map((resource) => {
      const rule = engine.fileReaders.ruleOf(resource)
      return {
        text: holdersText(resource, rule?.whole ?? 'id'),
        mayRead: rule?.mayRead ?? inListOf(resource),
      }
    })
  const tables = engine.fileReaders.tables.map(({ select, mayRead }) => ({ text: select, mayRead }))
  return [...asked, ...tables]
}

/** Who has the row in his list, and the column with the file too. */
const inListOf =
  (resource: Resource): MayRead =>
  async (ctx, actor, ids, path) => {
    const scope = await dataScope(ctx, actor, resource)
    const rows = await resourceStore(resource).findMany(ctx.pool, scope, ids)
    const hidden = rows.length === 0 ? new Set<string>() : await hiddenColumns(ctx, actor, resource)
    const shown = fileFieldsOf(resource).filter((name) => !hidden.has(name))
    return rows.some((row) => shown.some((name) => partsOf(row[name]).includes(path)))
  }

function holdersText(resource: Resource, key: string): string {
  const { columns, from } = compile(resource)
  const column = (name: string): string => `t.${columns.get(name)?.column ?? name}`
  const holds = fileFieldsOf(resource).map(
    (name) => `(${fileIndexText(column(name))} @> array[$1::text]
    and ${column(name)} is not null)`,
  )
  return `select ${column(key)}::text as id from ${from} where (${holds.join(' or ')})${resource.traits.tenanted ? ' and t.tenant_id = $2' : ''}`
}

/** What the index of a column with stored paths is made of; several paths are joined by commas. */
const fileIndexText = (column: string): string => `string_to_array(${column}::text, ',')`

async function holdersOf(
  pool: Pool,
  texts: readonly string[],
  path: string,
  tenantId: number,
): Promise<Map<number, string[]>> {
  const parts = texts.map((text, at) => `(select ${at} as at, h.id from (${text}) h limit 100)`)
  // Always of both values, whatever the tables ask for.
  const rows = await runSql<{ at: number; id: string }>(
    pool,
    `select at, id from (${parts.join(' union all ')}) found where $1::text <> '' and $2::integer is not null`,
    [path, tenantId],
  )
  const held = new Map<number, string[]>()
  for (const { at, id } of rows) held.set(at, [...(held.get(at) ?? []), id])
  return held
}

/**
 * A file comes into a row by who has uploaded it: whoever wrote down another's path would read it through his own row.
 * A field of pictures takes what the content was found to be one, and no field more than it holds. What the row holds
 * already stays. Throws BAD_INPUT with the label.
 */
export async function refuseForeignFiles(
  db: Queryable,
  actor: Actor,
  resource: Resource,
  values: RowRecord,
  before: RowRecord | null = null,
): Promise<void> {
  for (const name of fileFieldsOf(resource)) {
    const kept = new Set(partsOf(before?.[name]))
    // What is no stored path leads to no file, whoever wrote it.
    const fresh = partsOf(values[name]).filter((part) => storedPath.test(part) && !kept.has(part))
    if (fresh.length === 0) continue
    const field: Field | undefined = resource.fields[name]
    const label = field?.label ?? name
    const most = field?.files ?? 1
    if (partsOf(values[name]).length > most)
      throw fail('BAD_INPUT', { detail: `“${label}”最多 ${most} 个文件，请删去多余的` })
    const rows = await runSql<{ mediaType: string }>(
      db,
      'select media_type as "mediaType" from stored_file where path = any($1::text[]) and user_id = $2 and tenant_id = $3 for share',
      [fresh, actor.userId, actor.tenantId],
    )
    if (rows.length < fresh.length)
      throw fail('BAD_INPUT', { detail: `“${label}”只能使用您自己上传的文件，请重新上传` })
    if (field?.accept === 'image' && rows.some(({ mediaType }) => !mediaType.startsWith('image/')))
      throw fail('BAD_INPUT', { detail: `“${label}”只能是图片，请上传图片` })
  }
}

const partsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [...new Set(value.split(',').map((part) => part.trim()))].filter((part) => part !== '')
    : []
