import type { HashText } from './link.ts'

/** Why a chain does not hold (3-domain.md §4.8, M4). */
export type BreakKind = 'GAP' | 'ORDER' | 'LINK' | 'CONTENT' | 'TRUNCATED' | 'HEAD' | 'UNCHAINED' | 'ANCHOR'

/** The first row of a chain that does not hold; `text` is Chinese and says what to look at. */
export interface ChainBreak {
  readonly kind: BreakKind
  readonly seq: number
  readonly rowId: string | null
  readonly text: string
}

/** A stored row: its number in the chain, the two hashes beside it, and its canonical text. */
export interface ChainRow {
  readonly id: string
  readonly seq: number
  readonly prevHash: string
  readonly hash: string
  readonly canonical: string
}

/** A position in a chain: the number of a row and its hash; number 0 stands for the genesis. */
export interface ChainPosition {
  readonly seq: number
  readonly hash: string
}

/**
 * Walks a chain row by row behind `start`, holding nothing but the position: a million rows take no memory. `take`
 * answers the break a row shows, or null; after a break the walk is over. `end` compares the last row with the head
 * that the parent row remembers, which makes a cut-off tail visible (§4.8).
 */
export function chainWalk(hash: HashText, start: ChainPosition) {
  let at = start
  let checked = 0
  return {
    get checked() {
      return checked
    },
    get position() {
      return at
    },
    take(row: ChainRow): ChainBreak | null {
      checked += 1
      const found = breakAt(hash, at, row)
      if (found === null) at = { seq: row.seq, hash: row.hash }
      return found
    },
    end(head: ChainPosition): ChainBreak | null {
      if (at.seq < head.seq) {
        const from = at.seq + 1
        const rows = from === head.seq ? `第 ${from} 行` : `第 ${from} 至 ${head.seq} 行`
        return { kind: 'TRUNCATED', seq: from, rowId: null, text: `末尾缺少${rows}（被截断）` }
      }
      if (at.hash === head.hash) return null
      return {
        kind: 'HEAD',
        seq: at.seq,
        rowId: null,
        text: '最后一行的摘要与主表记录的链头不符（末尾被截断、增补或重算）',
      }
    },
  }
}

function breakAt(hash: HashText, at: ChainPosition, row: ChainRow): ChainBreak | null {
  const say = (kind: BreakKind, text: string): ChainBreak => ({ kind, seq: row.seq, rowId: row.id, text })
  if (row.seq > at.seq + 1) {
    const from = at.seq + 1
    const rows = from === row.seq - 1 ? `第 ${from} 行` : `第 ${from} 至 ${row.seq - 1} 行`
    return say('GAP', `第 ${row.seq} 行之前缺少${rows}（被删除）`)
  }
  if (row.seq <= at.seq) return say('ORDER', `第 ${row.seq} 行重复或次序颠倒`)
  if (row.prevHash !== at.hash)
    return say('LINK', `第 ${row.seq} 行的前链与上一行的摘要不符（行被调换、替换，或上一行改后重算了摘要）`)
  if (hash(`${row.prevHash}\n${row.canonical}`) !== row.hash)
    return say('CONTENT', `第 ${row.seq} 行的内容与摘要不符（内容被修改）`)
  return null
}
