import { inclusionPath, logRowLeaf, type LogKind } from '@suoan/domain/evidence-chain'
import type { LogEntry } from '@suoan/contract'
import type { PoolClient } from 'pg'
import { sha256, treeHash } from '../evidence/hash.ts'
import { membersOf } from './log-members.ts'
import { linkDigest, loggedSelect, logSubject, logTable, logText } from './log-rows.ts'

/** Links behind the one whose stretch a row lies in that are looked through: a row that came late stands there. */
const LATER_LINKS = 200

/** A row of a log with the link that holds it; `row` is what the link says of it, with its text. */
export interface FoundEntry {
  readonly kind: LogKind
  readonly subjectId: string
  readonly seq: number
  readonly entry: LogEntry
  readonly text: string
  /** Why it does not hold, Chinese; null when it does. */
  readonly problem: string | null
}

/** The rows of a tenant's log with some ids, each with its place in the link that holds it; others are left out. */
export async function findEntries(
  client: PoolClient,
  kind: LogKind,
  tenantId: number,
  ids: readonly string[],
): Promise<FoundEntry[]> {
  const subjectId = logSubject(kind, tenantId)
  const { rows } = await client.query<{
    log_no: string
    said: (string | null)[]
    seq: string
    digest: string
    row_nos: string[]
    row_hashes: Buffer
  }>(
    `select ${loggedSelect(kind)}, k.seq, k.digest, k.row_nos, k.row_hashes from ${logTable[kind]} l
    join lateral (select * from (select seq, digest, row_nos, row_hashes from lo_log_link
        where subject_id = $2 and last_no >= l.log_no order by last_no, seq limit ${LATER_LINKS}) near
      where l.log_no = any(near.row_nos) limit 1) k on true
    where l.tenant_id = $1 and l.id = any($3) order by l.log_no`,
    [tenantId, subjectId, ids],
  )
  const hash = treeHash('sha256')
  return rows.map(({ log_no: no, said, seq, digest, row_nos: nos, row_hashes: hashes }) => {
    const members = membersOf(nos, hashes)
    const index = members.findIndex((each) => each.no === Number(no))
    const leaves = members.map((each) => hash.leaf(logRowLeaf(each.no, each.hash)))
    const text = logText(kind, said)
    const kept = members[index]?.hash ?? ''
    const problem =
      sha256(text) !== kept
        ? `第 ${no} 号日志的内容与摘要不符（内容被修改）`
        : linkDigest(members) === digest
          ? null
          : `第 ${seq} 批的行摘要与批摘要不符（批被修改）`
    return {
      kind,
      subjectId,
      seq: Number(seq),
      entry: {
        no: Number(no),
        hash: kept,
        index,
        count: leaves.length,
        path: inclusionPath(hash, leaves, index),
      },
      text,
      problem,
    }
  })
}
