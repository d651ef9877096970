import {
  genesis,
  linkText,
  logKinds,
  openNumbers,
  type LogKind,
  type NumberRange,
} from '@suoan/domain/evidence-chain'
import { groupBy } from '@suoan/kit/group'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '@suoan/platform/context'
import { sha256 } from '../evidence/hash.ts'
import { linkDigest, linkRowText, loggedSelect, logRowHash, logSubject, logTable } from './log-rows.ts'

/** Rows of one link at most: a part that is read and hashed in a moment. */
const MOST_ROWS = 1000
/** A row may come so long after its number was given out, once or twice over; a transaction is over long before. */
const TURN_MS = 3_600_000
const LINK_FORM = 1

const ranges = z.array(z.tuple([z.number(), z.number()]))

/**
 * Takes what the logs gained into their chains (decision 0555): one link per tenant for the rows that are there now.
 * Writers wait for nothing: rows carry only a number, and this reads behind them. Another server that is sealing is left
 * to it. Answers how many rows were taken.
 */
export async function sealLogs(ctx: Context): Promise<number> {
  let taken = 0
  for (const kind of logKinds)
    for (;;) {
      const rows = await ctx.db.transaction().execute((tx) => sealPart(tx, kind, ctx.clock.now()))
      taken += rows
      if (rows < MOST_ROWS) break
    }
  return taken
}

interface Sealed {
  readonly lastNo: string
  readonly gaps: unknown
  readonly olderGaps: unknown
  readonly turnedTime: Date
}

async function sealPart(tx: Tx, kind: LogKind, now: number): Promise<number> {
  const { rows: found } = await sql<Sealed>`select last_no, gaps, older_gaps, turned_time from lo_log_sealed
    where kind = ${kind} for update skip locked`.execute(tx)
  const [sealed] = found
  if (!sealed) return 0
  const lastNo = Number(sealed.lastNo)
  const gaps = ranges.parse(sealed.gaps)
  const older = ranges.parse(sealed.olderGaps)
  const rows = await newRows(tx, kind, lastNo, [...older, ...gaps])
  if (rows.length === 0) return 0
  const nos = rows.map(({ no }) => no)
  const reached = Math.max(lastNo, ...nos)
  await link(tx, kind, rows, reached, now)
  const isTurn = now - sealed.turnedTime.getTime() >= TURN_MS
  const open = openNumbers(gaps, lastNo, nos)
  // Numbers of transactions that came to nothing are forgotten after a while: their rows cannot come any more.
  const kept = isTurn ? open : openNumbers(older, reached, nos)
  await sql`update lo_log_sealed set last_no = ${reached}, gaps = ${JSON.stringify(isTurn ? [] : open)},
      older_gaps = ${JSON.stringify(kept)}, turned_time = ${isTurn ? new Date(now) : sealed.turnedTime}
    where kind = ${kind}`.execute(tx)
  return rows.length
}

interface NewRow {
  readonly no: number
  readonly tenantId: number
  readonly hash: string
}

interface LoggedRow {
  readonly logNo: string
  readonly tenantId: number
  readonly said: (string | null)[]
}

async function newRows(
  tx: Tx,
  kind: LogKind,
  lastNo: number,
  gaps: readonly NumberRange[],
): Promise<NewRow[]> {
  const table = sql.table(logTable[kind])
  const columns = sql.raw(loggedSelect(kind))
  // Two statements: together they would be sorted, and each part of a long log would read all that is left of it. The
  // limit within keeps the planner from walking the log and asking of each row whether it lies in a gap.
  const { rows: late } = await sql<LoggedRow>`
    select late.* from unnest(${gaps.map(([first]) => first)}::bigint[], ${gaps.map(([, last]) => last)}::bigint[])
      as g(first, last)
    cross join lateral (select ${columns} from ${table} l where l.log_no between g.first and g.last
      order by l.log_no limit ${MOST_ROWS}) late
    order by late.log_no limit ${MOST_ROWS}`.execute(tx)
  const { rows: next } = await sql<LoggedRow>`
    select ${columns} from ${table} l where l.log_no > ${lastNo}
    order by l.log_no limit ${MOST_ROWS - late.length}`.execute(tx)
  const rows = [...late, ...next]
  return rows.map((row) => ({
    no: Number(row.logNo),
    tenantId: row.tenantId,
    hash: logRowHash(kind, row.said),
  }))
}

async function link(
  tx: Tx,
  kind: LogKind,
  rows: readonly NewRow[],
  reached: number,
  now: number,
): Promise<void> {
  const tenants = groupBy(rows, ({ tenantId }) => tenantId)
  const heads = await headsOf(tx, kind, [...tenants.keys()])
  await storeLinks(
    tx,
    [...tenants].map(([tenantId, own]) =>
      linkOf(kind, tenantId, heads.get(tenantId), own, reached, now, null),
    ),
  )
}

/** Where a chain of a log ends. */
export interface LogHead {
  readonly seq: number
  readonly lastNo: number
  readonly head: string
}

/** Where the chains of some tenants' logs end; whoever appends to them holds the row of `lo_log_sealed`. */
export async function headsOf(
  tx: Tx,
  kind: LogKind,
  tenantIds: readonly number[],
): Promise<ReadonlyMap<number, LogHead>> {
  const { rows } = await sql<{ tenantId: number; seq: string; lastNo: string; head: string }>`
    select tenant_id, seq, last_no, head from lo_log_chain
    where kind = ${kind} and tenant_id = any(${[...tenantIds]}::integer[])`.execute(tx)
  return new Map(
    rows.map(({ tenantId, seq, lastNo, head }) => [
      tenantId,
      { seq: Number(seq), lastNo: Number(lastNo), head },
    ]),
  )
}

/** The next link of a chain, with the rows it holds; `removedNo` says that rows up to this number are removed. */
export function linkOf(
  kind: LogKind,
  tenantId: number,
  head: LogHead | undefined,
  rows: readonly { readonly no: number; readonly hash: string }[],
  reached: number,
  now: number,
  removedNo: number | null,
) {
  const subjectId = logSubject(kind, tenantId)
  const covered = {
    id: newId(),
    tenant_id: tenantId,
    kind,
    subject_id: subjectId,
    seq: (head?.seq ?? 0) + 1,
    chain_form: LINK_FORM,
    last_no: reached,
    digest: linkDigest(rows),
    removed_no: removedNo,
  }
  const prev = head?.head ?? genesis(sha256, kind, subjectId)
  const sealedTime = new Date(now)
  return {
    ...covered,
    sealed_time: sealedTime.toISOString(),
    row_nos: `{${rows.map(({ no }) => no).join(',')}}`,
    row_hashes: `\\x${rows.map(({ hash }) => hash).join('')}`,
    prev_hash: prev,
    hash: linkText(sha256, prev, linkRowText({ ...covered, sealed_time: sealedTime })),
  }
}

/** Adds links and moves the heads of their chains. */
export async function storeLinks(tx: Tx, links: readonly ReturnType<typeof linkOf>[]): Promise<void> {
  await sql`insert into lo_log_link
    select * from json_populate_recordset(null::lo_log_link, ${JSON.stringify(links)}::json)`.execute(tx)
  await sql`insert into lo_log_chain (subject_id, tenant_id, kind, seq, last_no, head)
    select subject_id, tenant_id, kind, seq, last_no, hash
      from json_populate_recordset(null::lo_log_link, ${JSON.stringify(links.map((each) => ({ ...each, row_nos: null, row_hashes: null })))}::json)
    on conflict (subject_id) do update set seq = excluded.seq, last_no = excluded.last_no, head = excluded.head`.execute(
    tx,
  )
}

/** From now on what the logs gain is sealed with every look for deadlines, about once a second. */
export function sealRegularly(ctx: Context): void {
  ctx.timers.onLook(async () => void (await sealLogs(ctx)))
}
