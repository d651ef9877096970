import type { ChainReport, InputOf, auditEndpoints } from '@suoan/contract'
import {
  chainWalk,
  isLogKind,
  type ChainBreak,
  type ChainKind,
  type ChainPosition,
} from '@suoan/domain/evidence-chain'
import type { PoolClient } from 'pg'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { sha256 } from '../evidence/hash.ts'
import { checkAnchor } from './check-anchor.ts'
import { chainRows, sources, startOf } from './chain-rows.ts'
import { anchorGap } from './exported-anchors.ts'
import { inSnapshot } from './in-snapshot.ts'
import { logBreak } from './log-members.ts'
import { sealLogs } from './seal-logs.ts'
import { findSubject } from './subjects.ts'

/**
 * Walks the chain of a ticket, a lock, or a lock's decisions, from row `from` to row `to`, in one snapshot of the
 * database, and answers the first row that does not hold (3-domain.md §4.8). Up to the end it also compares the head
 * the parent row remembers; every row that an anchor names is compared with the anchor, and the newest of these
 * anchors is itself checked, so that a chain written anew by an administrator is found as well.
 */
export async function verifyChainOf(
  ctx: Context,
  actor: Actor,
  input: InputOf<(typeof auditEndpoints)['verify']>,
  signal?: AbortSignal,
): Promise<ChainReport> {
  const subject = await findSubject(ctx, actor, input.kind, input.id)
  if (input.from !== undefined && input.to !== undefined && input.from > input.to)
    throw fail('BAD_INPUT', { detail: '起始序号不能大于结束序号' })
  // What was written a moment ago is looked at as well.
  if (isLogKind(input.kind)) await sealLogs(ctx)
  const report = await verifySubject(ctx, input.kind, subject.id, input.from ?? 1, input.to ?? null, signal)
  if (!report.ok) return { ...report, subjectNo: subject.no }
  const gap = await anchorGap(ctx, actor.tenantId)
  const firstBreak: ChainBreak | null =
    gap === null ? null : { kind: 'ANCHOR', seq: report.anchored?.toSeq ?? 0, rowId: null, text: gap }
  return { ...report, ok: firstBreak === null, firstBreak, subjectNo: subject.no }
}

/** What walking a chain needs: a restore walks them before a server is there. */
export type ChainReader = Pick<Context, 'config' | 'db' | 'pool'>

/**
 * The same of a subject that the caller has found, without its number and without the copies of the anchors. Throws
 * `SEARCH_GONE` between two parts once `signal` aborts.
 */
export async function verifySubject(
  ctx: ChainReader,
  kind: ChainKind,
  subjectId: string,
  from = 1,
  to: number | null = null,
  signal?: AbortSignal,
): Promise<Omit<ChainReport, 'subjectNo'>> {
  return inSnapshot(ctx, (client) => walk(ctx, client, kind, subjectId, from, to, signal))
}

async function walk(
  ctx: ChainReader,
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  from: number,
  to: number | null,
  signal: AbortSignal | undefined,
): Promise<Omit<ChainReport, 'subjectNo'>> {
  const head = await headOf(client, kind, subjectId)
  const leaves = await leavesOf(client, kind, subjectId)
  const last = leaves.at(-1)
  const answer = (checked: number, firstBreak: ChainBreak | null) => ({
    ok: firstBreak === null,
    kind,
    subjectId,
    checked,
    headSeq: head.seq,
    firstBreak,
    anchored: last ? { anchorNo: last.anchorNo, date: last.date, toSeq: last.toSeq } : null,
  })
  const stray = await unchained(client, kind, subjectId)
  if (stray !== null)
    return answer(0, {
      kind: 'UNCHAINED',
      seq: 0,
      rowId: stray,
      text: `记录 ${stray} 不在链中（绕过系统写入）`,
    })
  const start = await before(client, kind, subjectId, from)
  if (start === null)
    return answer(0, { kind: 'GAP', seq: from - 1, rowId: null, text: `缺少第 ${from - 1} 行（被删除）` })

  const way = chainWalk(sha256, start)
  let next = leaves.findIndex(({ toSeq }) => toSeq >= from)
  for await (const rows of chainRows(client, kind, subjectId, from, to)) {
    if (signal?.aborted) throw fail('SEARCH_GONE')
    for (const row of rows) {
      const found = way.take(row)
      if (found) return answer(way.checked, found)
      const leaf = next < 0 ? undefined : leaves[next]
      if (leaf?.toSeq !== row.seq) continue
      next += 1
      if (leaf.head !== row.hash)
        return answer(way.checked, {
          kind: 'ANCHOR',
          seq: row.seq,
          rowId: row.id,
          text: `第 ${row.seq} 行与第 ${leaf.anchorNo} 号锚点（${leaf.date}）的记录不符（整条链被重写）`,
        })
    }
  }
  const ended = to === null ? atEnd(way, head, last) : null
  if (ended !== null) return answer(way.checked, ended)
  const inLog =
    isLogKind(kind) && way.position.seq >= from
      ? await logBreak(client, kind, subjectId, from, way.position.seq, signal)
      : null
  return answer(way.checked, inLog ?? (await anchorBreak(ctx, last)))
}

function atEnd(
  way: ReturnType<typeof chainWalk>,
  head: ChainPosition,
  last: AnchoredTo | undefined,
): ChainBreak | null {
  if (last && way.position.seq < last.toSeq)
    return {
      kind: 'TRUNCATED',
      seq: way.position.seq + 1,
      rowId: null,
      text: `链在第 ${way.position.seq} 行结束，而第 ${last.anchorNo} 号锚点（${last.date}）记录到第 ${last.toSeq} 行（末尾被截断）`,
    }
  return way.end(head)
}

async function anchorBreak(ctx: ChainReader, last: AnchoredTo | undefined): Promise<ChainBreak | null> {
  if (!last) return null
  const check = await checkAnchor(ctx, last.anchorId)
  if (check.ok) return null
  return {
    kind: 'ANCHOR',
    seq: last.toSeq,
    rowId: null,
    text: `第 ${last.anchorNo} 号锚点不成立：${check.text}`,
  }
}

/** The head on the parent row. A ticket keeps no number: the newest row's is taken, the hash decides. */
async function headOf(client: PoolClient, kind: ChainKind, subjectId: string): Promise<ChainPosition> {
  const ofLog = 'select seq, head as hash from lo_log_chain where subject_id = $1'
  const text = {
    oplog: ofLog,
    datalog: ofLog,
    lock: 'select chain_seq as seq, chain_head as hash from lo_lock where id = $1',
    work: `select (select max(seq) from lo_work_trans t where t.work_id = w.id) as seq, chain_head as hash
      from lo_work w where id = $1`,
    decision: 'select seq, head as hash from lo_decision_chain where lock_id = $1',
  }[kind]
  const { rows } = await client.query<{ seq: string | null; hash: string | null }>(text, [subjectId])
  return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? startOf(kind, subjectId) }
}

/** A row that belongs to the subject and has no place in its chain. Decisions from before they had chains have none. */
async function unchained(client: PoolClient, kind: ChainKind, subjectId: string): Promise<string | null> {
  if (kind !== 'lock') return null
  const { rows } = await client.query<{ id: string }>(
    'select id from lo_lock_log where lock_id = $1 and chain_seq is null limit 1',
    [subjectId],
  )
  return rows[0]?.id ?? null
}

async function before(
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  from: number,
): Promise<ChainPosition | null> {
  if (from === 1) return { seq: 0, hash: startOf(kind, subjectId) }
  const { table, subject, seq } = sources[kind]
  const { rows } = await client.query<{ hash: string }>(
    `select hash from ${table} where ${subject} = $1 and ${seq} = $2 limit 1`,
    [subjectId, from - 1],
  )
  return rows[0] ? { seq: from - 1, hash: rows[0].hash } : null
}

interface AnchoredTo {
  readonly anchorId: string
  readonly anchorNo: number
  readonly date: string
  readonly toSeq: number
  readonly head: string
}

async function leavesOf(client: PoolClient, kind: ChainKind, subjectId: string): Promise<AnchoredTo[]> {
  const { rows } = await client.query<Record<'id' | 'no' | 'date' | 'to_seq' | 'head', string>>(
    `select a.id, a.anchor_no as no, a.date::text as date, f.to_seq, f.head
    from lo_audit_leaf f join lo_audit_anchor a on a.id = f.anchor_id
    where f.kind = $1 and f.subject_id = $2 order by f.to_seq`,
    [kind, subjectId],
  )
  return rows.map((row) => ({
    anchorId: row.id,
    anchorNo: Number(row.no),
    date: row.date,
    toSeq: Number(row.to_seq),
    head: row.head,
  }))
}
