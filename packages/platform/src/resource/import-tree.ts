import { isPathCode, parentCodeOf } from '@suoan/kit/tree'
import { everything, isIn } from '@suoan/kit/filter'
import type { Resource } from '@suoan/contract'
import type { Tx } from '../context.ts'
import type { RowRecord } from '../db/compile.ts'
import { failFields } from '../fail.ts'
import type { ImportSheet } from './import-columns.ts'
import type { MountedResource } from './mounted-resource.ts'
import type { Scope } from './scope.ts'

/** A sheet of a tree in the order in which its rows can be stored: every parent before its children, else as it was. */
export async function parentsFirst({ traits: { tree } }: Resource, sheet: ImportSheet): Promise<ImportSheet> {
  const column = sheet.columns.find(([, { name }]) => name === tree?.code)
  if (column === undefined) return sheet
  const [at] = column
  // Rows without a code are given one of those that are left.
  const depth = ({ cells }: { readonly cells: readonly string[] }): number =>
    (cells[at] ?? '').trim().length || Infinity
  return { ...sheet, lines: await sheet.lines.sortedBy(depth) }
}

/**
 * Finds the place of a new row by its code (4-api.md §7.3: “import matches the parent by org code prefix”) and writes its
 * parent into the draft; gives the code. Throws `BAD_INPUT` where the code is none, is given already, or has no parent. A
 * row without a code goes to the top, unless one of its name stands there: the same sheet twice must not make two trees.
 */
export async function placeInTree(
  { resource, store }: MountedResource,
  tx: Tx,
  scope: Scope,
  body: RowRecord,
  draft: RowRecord,
): Promise<string | undefined> {
  const { tree } = resource.traits
  if (tree?.code === undefined) return undefined
  const field = resource.fields[tree.code]
  const refuse = (name: string, text: string) => failFields([{ field: name, text }])
  // Rows of the tenant, whether or not the caller's rules show them.
  const whole = { ...scope, filter: everything }
  const code = String(body[tree.code] ?? '')
  if (code === '') {
    if ((draft[tree.parent] ?? tree.root) !== tree.root) return undefined
    const name = draft[resource.label]
    const same = await store.list(tx, whole, isIn(resource.label, [String(name)]))
    if (same.some((row) => (row[tree.parent] ?? tree.root) === tree.root))
      throw refuse(
        resource.label,
        `“${String(name)}”在最上级已存在；要导入到其他位置，请填写“${field?.label}”`,
      )
    return undefined
  }
  if (!isPathCode(code))
    throw refuse(
      tree.code,
      `“${field?.label}”“${code.slice(0, 64)}”格式不对，每一级应为一个大写字母和两位数字，例如 A01A02；不填则自动编号`,
    )
  const above = parentCodeOf(code)
  const found = await store.list(tx, whole, isIn(tree.code, above === null ? [code] : [code, above]))
  if (found.some((row) => row[tree.code ?? ''] === code))
    throw refuse(tree.code, `${field?.label}“${code}”已存在；要修改已有记录，请选择“更新已有记录”后重新导入`)
  const parent = found.find((row) => row[tree.code ?? ''] === above)
  if (above !== null && !parent)
    throw refuse(tree.code, `没有${field?.label}为“${above}”的上级${resource.title}，请先导入上级`)
  draft[tree.parent] = parent ? String(parent['id']) : tree.root
  return code
}
