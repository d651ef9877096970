import type { Field, Resource } from '@suoan/contract'
import { areaText, loadAreas, type AreaMap } from '@suoan/kit/region'
import type { Actor, Context } from '../context.ts'
import { compile, type RowRecord } from '../db/compile.ts'
import { runSql } from '../db/run-sql.ts'
import { engineOf } from './engine.ts'
import { hiddenColumns, withhold } from './hidden-columns.ts'
import { hideSensitive } from './sensitive.ts'

/**
 * Adds `<field>_dictText` to the rows, in place (4-api.md §5.7): dictionary texts from memory, reference labels in one
 * batch per field and page, and of files the names they had before they were stored. An unknown value shows itself; an empty one has no companion. What the caller may not see whole
 * is masked, and columns that he is not given are taken out: no row leaves without having been here. Nobody (`null`) sees
 * least, in the platform's tenant. `complete` adds what else the rows show; it sees of them what the caller sees, and what
 * it adds under the name of a hidden column is taken out too.
 */
export async function present(
  ctx: Context,
  resource: Resource,
  actor: Actor | null,
  rows: readonly RowRecord[],
  complete?: () => void | Promise<void>,
): Promise<void> {
  if (rows.length === 0) return
  const hidden = await hiddenColumns(ctx, actor, resource)
  withhold(hidden, rows)
  hideSensitive(resource, actor, rows)
  await addCompanions(ctx, resource, actor, rows)
  if (!complete) return
  await complete()
  withhold(hidden, rows)
}

/** Adds the texts of what the rows still hold. */
async function addCompanions(
  ctx: Context,
  resource: Resource,
  actor: Actor | null,
  rows: readonly RowRecord[],
): Promise<void> {
  const tenantId = actor?.tenantId ?? 0
  const { dictFields, refFields, regionFields, namedFiles } = compile(resource)
  const { dictionaries, references } = engineOf(ctx)
  for (const { name, dict, many } of dictFields) {
    addTexts(rows, name, many, (await dictionaries.texts(dict)) ?? none)
  }
  if (regionFields.length > 0) addRegions(rows, regionFields, await loadAreas())
  await Promise.all(
    refFields.map(async ({ name, resource: target, by, many }) => {
      const field: Field | undefined = resource.fields[name]
      if (field?.noText) return
      const keys = new Set<string>()
      for (const row of rows) {
        if (many) for (const part of partsOf(row[name], many)) keys.add(part)
        else if (!isEmpty(row[name])) keys.add(String(row[name]))
      }
      if (keys.size === 0) return
      addTexts(rows, name, many, await references.labels(target, by, tenantId, keys))
    }),
  )
  for (const name of namedFiles) {
    const paths = new Set(rows.flatMap((row) => partsOf(row[name], true)))
    if (paths.size > 0) addTexts(rows, name, true, await fileNames(ctx, tenantId, paths))
  }
}

/** 省/市/区 of codes. */
function addRegions(rows: readonly RowRecord[], names: readonly string[], areas: AreaMap): void {
  for (const row of rows)
    for (const name of names) {
      const code = row[name]
      if (typeof code === 'string' && code !== '') row[`${name}_dictText`] = areaText(areas, code)
    }
}

/** What people called the files; a comma, which parts the names, is written as the Chinese one. */
async function fileNames(
  ctx: Context,
  tenantId: number,
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await runSql<{ path: string; originalName: string }>(
    ctx.pool,
    'select path, original_name as "originalName" from stored_file where path = any($1::text[]) and tenant_id = $2',
    [[...paths], tenantId],
  )
  return new Map(rows.map(({ path, originalName }) => [path, originalName.replaceAll(',', '，')]))
}

const none: ReadonlyMap<string, string> = new Map()

function addTexts(
  rows: readonly RowRecord[],
  name: string,
  many: boolean,
  texts: ReadonlyMap<string, string>,
): void {
  const companion = `${name}_dictText`
  for (const row of rows) {
    const value = row[name]
    if (isEmpty(value)) continue
    if (many) {
      const parts = partsOf(value, many)
      if (parts.length > 0) row[companion] = parts.map((part) => texts.get(part) ?? part).join(',')
      continue
    }
    // Millions of cells of an export come by here: no list is made for one text.
    const text = String(value)
    row[companion] = texts.get(text) ?? text
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

function partsOf(value: unknown, many: boolean): string[] {
  if (isEmpty(value)) return []
  const text = String(value)
  return many ? text.split(',').filter((part) => part !== '') : [text]
}
