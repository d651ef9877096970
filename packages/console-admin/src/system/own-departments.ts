import { departmentEndpoints, type department } from '@suoan/contract'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'

/** A department that one leads, with those below it. */
export type OwnDepartment = RowOf<
  typeof department.fields,
  { readonly title: string; readonly children?: readonly OwnDepartment[] | null }
>

/** The departments that the caller leads; `leads` is whether he leads any at all (4-api.md §7.3: the message says so). */
export async function ownDepartments(
  signal: AbortSignal,
): Promise<{ readonly leads: boolean; readonly rows: readonly OwnDepartment[] }> {
  const { message, result } = await callForMessage(departmentEndpoints.mine, {}, { signal })
  // The nodes are whole rows of departments.
  return { leads: message === '2', rows: result as unknown as OwnDepartment[] }
}

/** A department of the tree by its id. */
export function findOwn(rows: readonly OwnDepartment[], id: string): OwnDepartment | null {
  for (const row of rows) {
    const found = row.id === id ? row : findOwn(row.children ?? [], id)
    if (found) return found
  }
  return null
}

/** The departments whose name holds the keyword, with those above them. */
export function searchOwn(rows: readonly OwnDepartment[], keyword: string): readonly OwnDepartment[] {
  if (keyword === '') return rows
  return rows.flatMap((row) => {
    if (row.title.includes(keyword)) return [row]
    const children = searchOwn(row.children ?? [], keyword)
    return children.length > 0 ? [{ ...row, children }] : []
  })
}
