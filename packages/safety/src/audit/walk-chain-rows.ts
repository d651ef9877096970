import { chainWalk, type ChainBreak, type ChainKind } from '@suoan/domain/evidence-chain'
import type { Pool } from 'pg'
import { sha256 } from '../evidence/hash.ts'
import { chainRows, startOf } from './chain-rows.ts'

/** Walks the rows of a chain from its genesis, without its head and anchors: what the figures measure. */
export async function walkChainRows(
  pool: Pool,
  kind: ChainKind,
  subjectId: string,
): Promise<{ checked: number; found: ChainBreak | null }> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const way = chainWalk(sha256, { seq: 0, hash: startOf(kind, subjectId) })
    for await (const rows of chainRows(client, kind, subjectId, 1, null))
      for (const row of rows) {
        const found = way.take(row)
        if (found) return { checked: way.checked, found }
      }
    return { checked: way.checked, found: null }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
