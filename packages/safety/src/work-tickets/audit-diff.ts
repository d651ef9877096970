import type { Canonical } from '@suoan/domain/evidence-chain'
import type { Delta } from '@suoan/domain/replay'
import { z } from 'zod'

/** Under this name an audit row keeps what its event changed in the ticket's rows (M5). */
export const changedRows = '_rows'

const members = z.record(z.string(), z.unknown())

/** What `lo_work_trans.diff` holds: what the event says for people, and the rows it changed. Both are hashed. */
export function packDiff(said: Canonical, delta: Delta): Canonical {
  if (Array.isArray(said)) return { changes: said, [changedRows]: delta }
  // Neither a list nor a text: the events say objects or nothing.
  return { ...(said as Readonly<Record<string, Canonical>> | null), [changedRows]: delta }
}

/** What the event said, as it was before the rows were put beside it. */
export function saidOf(diff: unknown): unknown {
  const read = members.safeParse(diff)
  if (!read.success || !(changedRows in read.data)) return diff
  const { [changedRows]: _rows, ...said } = read.data
  if (Object.keys(said).length === 0) return null
  const onlyChanges = Object.keys(said).length === 1 && Array.isArray(said['changes'])
  return onlyChanges ? said['changes'] : said
}
