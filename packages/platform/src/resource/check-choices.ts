import type { Resource } from '@suoan/contract'
import { isKnownArea, loadAreas } from '@suoan/kit/region'
import type { Context } from '../context.ts'
import type { FieldProblem } from '../fail.ts'
import type { Queryable } from '../db/run-sql.ts'
import { compile, type RowRecord } from '../db/compile.ts'
import { engineOf } from './engine.ts'

/** References that exist, each as `choiceOf` writes it. */
export type CheckedChoices = ReadonlySet<string>

export const choiceOf = (field: string, key: string): string => `${field}\n${key}`

/**
 * Whether the chosen values exist: dictionary values in their dictionary, references in the caller's tenant. A row of
 * another tenant is told exactly like one that does not exist (security.md V11).
 */
export async function checkChoices(
  ctx: Context,
  db: Queryable,
  resource: Resource,
  tenantId: number,
  values: RowRecord,
  /** References that were found to exist a moment ago, for many rows at once. */
  checked?: CheckedChoices,
): Promise<FieldProblem[]> {
  const { dictFields, refFields, regionFields } = compile(resource)
  const { dictionaries, references } = engineOf(ctx)
  const problems: FieldProblem[] = []
  const problem = (name: string, words: string): void =>
    void problems.push({ field: name, text: `“${resource.fields[name]?.label ?? name}”${words}` })
  for (const { name, dict, many } of dictFields) {
    const chosen = partsOf(values[name], many)
    if (chosen.length === 0) continue
    const known = await dictionaries.texts(dict, db)
    const unknown = known ? chosen.filter((value) => !known.has(value)) : []
    if (unknown.length > 0) problem(name, `的值“${short(unknown.join('、'))}”不在可选范围内`)
  }
  for (const { name, resource: target, by, many } of refFields) {
    if (resource.fields[name]?.derived) continue
    const chosen = partsOf(values[name], many)
    if (chosen.every((value) => value === resource.traits.tree?.root)) continue
    const unseen = chosen.filter((value) => !checked?.has(choiceOf(name, value)))
    if (unseen.length === 0) continue
    const known = await references.existing(db, target, by, tenantId, unseen)
    const unknown = unseen.filter((value) => !known.has(value))
    if (unknown.length === 0) continue
    // A word that somebody wrote is named, so that he finds it in his sheet; a number of a row tells nobody anything.
    const words = unknown.filter((value) => !isRowNumber(value))
    problem(name, `所选的记录${words.length === 0 ? '' : `“${short(words.join('、'))}”`}不存在，请重新选择`)
  }
  for (const name of regionFields) {
    const [code] = partsOf(values[name], false)
    if (code !== undefined && !isKnownArea(await loadAreas(), code))
      problem(name, `“${short(code)}”不是现行的省/市/区，请重新选择`)
  }
  return problems
}

function partsOf(value: unknown, many: boolean): string[] {
  if (value === null || value === undefined || value === '') return []
  return many
    ? String(value)
        .split(',')
        .filter((part) => part !== '')
    : [String(value)]
}

const isRowNumber = (value: string): boolean => /^(?:\d{15,}|[0-9a-f]{32})$/.test(value)

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
