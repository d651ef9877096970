import { canonicalJson } from './canonical.ts'

/** Logs that are chained in links of many rows, per tenant: operations, and versions of rows. */
export const logKinds = ['oplog', 'datalog'] as const
export type LogKind = (typeof logKinds)[number]

/** Chains that are anchored: ticket transitions, lock log, decisions of the interlock (per lock), the logs (per tenant). */
export type ChainKind = 'work' | 'lock' | 'decision' | LogKind

/** Whether a chain is one of a log, whose links hold many rows each (§4.8). */
export const isLogKind = (kind: string): kind is LogKind => kind === 'oplog' || kind === 'datalog'

/** One chain in an anchor: the rows it gained since the anchor before, their own tree, and where the chain ended. */
export interface AnchorLeaf {
  readonly kind: ChainKind
  readonly subjectId: string
  readonly fromSeq: number
  readonly toSeq: number
  /** Hash of row `toSeq`. */
  readonly head: string
  /** Root of the tree whose leaves are the hashes of rows `fromSeq` … `toSeq`. */
  readonly rowsRoot: string
}

/** The text of the first leaf of every anchor: each root holds the whole history before it (§4.8 prevRoot). */
export function previousRootLeaf(anchorNo: number, prevRoot: string): string {
  return canonicalJson({ anchor: anchorNo - 1, root: prevRoot })
}

/** The text of a chain's leaf in the tree of a night (§4.8). */
export function anchorLeafText({ kind, subjectId, fromSeq, toSeq, head, rowsRoot }: AnchorLeaf): string {
  return canonicalJson({ kind, subjectId, fromSeq, toSeq, head, rowsRoot })
}

/** What an anchor says; the signature is over its canonical text. Times in epoch ms. */
export interface AnchorStatement {
  readonly format: 'suoan-anchor/1'
  readonly tenantId: number
  readonly anchorNo: number
  /** Day it closes, `YYYY-MM-DD` of the plant's calendar. */
  readonly date: string
  readonly madeAt: number
  readonly hashName: string
  readonly leafCount: number
  readonly rowCount: number
  readonly merkleRoot: string
  readonly prevRoot: string
  readonly kid: string
}

/** The text of an anchor that is signed (§4.8). */
export function anchorText(statement: AnchorStatement): string {
  return canonicalJson({ ...statement })
}

/** Before the first anchor there is nothing. */
export const noRoot = '0'.repeat(64)
