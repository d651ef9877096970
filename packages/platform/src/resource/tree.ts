import { scopeFor, type Scope } from './scope.ts'
import { everything, isIn } from '@suoan/kit/filter'
import type { Tx } from '../context.ts'
import { actorOf } from '../http/access.ts'
import { fail } from '../fail.ts'
import type { RowRecord } from '../db/compile.ts'
import type { MountedResource, VerbHandler } from './mounted-resource.ts'
import { present } from './present.ts'

/** A row of a tree as pickers read it (4-api.md §3.8, §7.3). */
export interface TreeNode extends RowRecord {
  key: string
  value: string
  title: string
  isLeaf: boolean
  children: TreeNode[] | null
}

const MOST_NODES = 20_000
const DEEPEST = 50

/** `queryTreeList`: every row in scope, as a tree. A row whose parent is out of scope stands at the top. */
export const answerTree: VerbHandler = async ({ ctx, resource, store, hooks }, request) => {
  const actor = actorOf(request)
  const scope = await scopeFor(ctx, actor, resource)
  const { tree } = resource.traits
  const rows = await store.list(ctx.pool, scope, everything, {
    limit: MOST_NODES,
    sort: [
      { field: tree?.order ?? resource.sort.column, direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  })
  await present(ctx, resource, actor, rows, () => hooks.present?.(rows, { ctx, actor, scope, input: {} }))
  return treeOf(rows, tree?.parent ?? 'parentId', resource.label)
}

/** Rows as a tree, in the order given; `children` is null for leaves. */
export function treeOf(rows: readonly RowRecord[], parent: string, label: string): TreeNode[] {
  const nodes = new Map<string, TreeNode>()
  for (const row of rows) {
    const id = String(row['id'])
    nodes.set(id, {
      ...row,
      key: id,
      value: id,
      title: String(row[label] ?? ''),
      isLeaf: true,
      children: null,
    })
  }
  const roots: TreeNode[] = []
  for (const node of nodes.values()) {
    const above = nodes.get(String(node[parent] ?? ''))
    if (!above || above === node) {
      roots.push(node)
      continue
    }
    above.isLeaf = false
    above.children = [...(above.children ?? []), node]
  }
  return roots
}

/** A row must not stand below itself: the walk up from its new parent would never end. */
export async function refuseCycle(
  { resource, store }: MountedResource,
  tx: Tx,
  scope: Scope,
  id: string | null,
  values: RowRecord,
): Promise<void> {
  const { tree } = resource.traits
  if (!tree || !(tree.parent in values)) return
  let at = String(values[tree.parent] ?? '')
  for (let depth = 0; at !== '' && at !== tree.root; depth++) {
    if (at === id)
      throw fail('BAD_INPUT', { detail: `上级不能是${resource.title}自己或它的下级，请重新选择` })
    if (depth >= DEEPEST) throw fail('BAD_INPUT', { detail: `层级超过 ${DEEPEST} 级，请调整上级` })
    // Parents of the tenant, whether or not the caller's rules show them.
    const [above] = await store.list(tx, { ...scope, filter: everything }, isIn('id', [at]), { limit: 1 })
    at = String(above?.[tree.parent] ?? '')
  }
}
