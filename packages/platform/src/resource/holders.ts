import type { Tx } from '../context.ts'

/**
 * What is to become of rows: deleted; put out of use (frozen, stopped) and kept; taken out of the tenant that is named.
 * `mention` removes nothing: who relies on rows that may go is told to whoever puts them out of use.
 */
export type Removal = 'delete' | 'freeze' | 'leave' | 'mention'

/** What holds on to rows of these ids, as people read it (`区域 装置、罐区`); empty when nothing does. */
export type FindHolders = (
  tx: Tx,
  tenantId: number,
  ids: readonly string[],
  removal: Removal,
) => Promise<readonly string[]>

/** Who must be asked before rows of a resource are deleted or put out of use, by the resource's name: the removing feature knows none of them. */
export interface Holders {
  add(resource: string, find: FindHolders): void
  of(resource: string, ...which: Parameters<FindHolders>): Promise<string[]>
}

/** Empty; features add themselves when they are mounted. */
export function createHolders(): Holders {
  const byResource = new Map<string, FindHolders[]>()
  return {
    add: (resource, find) => void byResource.set(resource, [...(byResource.get(resource) ?? []), find]),
    async of(resource, tx, tenantId, ids, removal) {
      const found: string[] = []
      // One after the other: they share the connection of the transaction.
      for (const find of byResource.get(resource) ?? [])
        found.push(...(await find(tx, tenantId, ids, removal)))
      return found
    },
  }
}
