import { department, type DepartIdNode, type DepartNode, type DepartParents } from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope } from '@suoan/platform/resource/scope'
import { present, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { addDirectors } from './directors.ts'

const MOST = 20_000

/** Every department the caller's rules show (`shownBy` as in `dataScope`), as nodes without children, in the order of the tree. */
export async function listDeparts(
  ctx: Context,
  actor: Actor,
  ...shownBy: Parameters<typeof dataScope>[3][]
): Promise<DepartNode[]> {
  const scope = await dataScope(ctx, actor, department, ...shownBy)
  const rows = await resourceStore(department).list(ctx.pool, scope, everything, {
    limit: MOST,
    sort: [
      { field: 'departOrder', direction: 'asc' },
      { field: 'orgCode', direction: 'asc' },
    ],
  })
  await present(ctx, department, actor, rows, () => addDirectors(ctx.pool, actor.tenantId, rows))
  const parents = new Set(rows.map((row) => String(row['parentId'] ?? '')))
  return rows.map((row) => nodeOf(row, !parents.has(String(row['id']))))
}

function nodeOf(row: RowRecord, isLeaf: boolean): DepartNode {
  const id = String(row['id'])
  return {
    ...row,
    id,
    key: id,
    value: id,
    title: String(row['departName'] ?? ''),
    isLeaf,
    directorUserIds: String(row['directorUserIds'] ?? ''),
    children: null,
  }
}

/** The departments as a tree; one whose parent is not among them stands at the top. */
export function departTree(departs: readonly DepartNode[]): DepartNode[] {
  const nodes = new Map(
    departs.map((depart): [string, DepartNode] => [depart.id, { ...depart, isLeaf: true }]),
  )
  const roots: DepartNode[] = []
  for (const node of nodes.values()) {
    const above = nodes.get(String(node['parentId'] ?? ''))
    if (!above || above === node) {
      roots.push(node)
      continue
    }
    above.isLeaf = false
    ;(above.children ??= []).push(node)
  }
  return roots
}

/** The children of `pid`, or the roots. */
export function levelBelow(departs: readonly DepartNode[], pid: string): DepartNode[] {
  if (pid !== '') return departs.filter((depart) => depart['parentId'] === pid)
  const known = new Set(departs.map(({ id }) => id))
  return departs.filter((depart) => !known.has(String(depart['parentId'] ?? '')))
}

/** Only keys and titles. */
export function idTree(nodes: readonly DepartNode[]): DepartIdNode[] {
  return nodes.map(({ key, value, title, children }) => ({
    key,
    value,
    title,
    children: children === null ? null : idTree(children),
  }))
}

/** Each asked department's ancestors from the root down. */
export function parentsOf(
  departs: readonly DepartNode[],
  asked: readonly DepartNode[],
): Record<string, DepartParents> {
  const byId = new Map(departs.map((depart) => [depart.id, depart]))
  return Object.fromEntries(
    asked.map((depart) => {
      const chain: DepartNode[] = []
      let at = byId.get(String(depart['parentId'] ?? ''))
      while (at && !chain.includes(at)) {
        chain.unshift(at)
        at = byId.get(String(at['parentId'] ?? ''))
      }
      return [
        depart.id,
        {
          parentIds: chain.map(({ id }) => id),
          parentMap: Object.fromEntries(chain.map((each) => [each.id, each])),
        },
      ]
    }),
  )
}
