import { isAmong, type ChainBreak, type LogKind, type NumberRange } from '@suoan/domain/evidence-chain'
import type { PoolClient } from 'pg'
import { copyFields, copyOut } from '@suoan/platform/db/copy-out'
import { fail } from '@suoan/platform/fail'
import { coveredColumns, coveredSelect, linkDigest, logTable, logRowHash } from './log-rows.ts'

/** Links, and rows of a log, that one statement answers: what is in hand of a log of any length. */
const LINKS = 200
const ROWS = 5000
/** Rows that no link names, of which one is enough to say so. */
const STRAYS = 100
/** Of SHA-256. */
const HASH_BYTES = 32

/** Where a row's number stands among its covered columns. */
const noAt: Readonly<Record<LogKind, number>> = {
  oplog: coveredColumns.oplog.indexOf('log_no'),
  datalog: coveredColumns.datalog.indexOf('log_no'),
}

interface Held {
  readonly seq: number
  readonly lastNo: number
  readonly digest: string
  /** Numbers of its rows with commas between them, and their hashes of 32 bytes each one behind the other. */
  readonly nos: string
  readonly hashes: Buffer
}

/**
 * Compares the rows of a tenant's log with what the links `from` … `to` say of them (decision 0555): each row is there,
 * says what it said, and no row stands between them that no link names. Reads in pages, in the caller's snapshot.
 * Answers the first row that does not hold; throws `SEARCH_GONE` between two parts once `signal` aborts.
 */
export async function logBreak(
  client: PoolClient,
  kind: LogKind,
  subjectId: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<ChainBreak | null> {
  const tooEarly = await removedTooEarly(client, subjectId)
  if (tooEarly !== null) return tooEarly
  const removedNo = await removedUpTo(client, subjectId)
  const strays = new Set<number>()
  let behind = await lastNoBefore(client, subjectId, from)
  for (let at = from; at <= to; at += LINKS) {
    const links = await linksOf(client, subjectId, at, Math.min(to, at + LINKS - 1))
    for (const part of parts(links)) {
      if (signal?.aborted) throw fail('SEARCH_GONE')
      const found = await partBreak(client, kind, subjectId, part, { behind, removedNo, strays })
      if (found !== null) return found
      behind = part.at(-1)?.lastNo ?? behind
    }
  }
  return await strayBreak(client, kind, subjectId, to, strays)
}

async function partBreak(
  client: PoolClient,
  kind: LogKind,
  subjectId: string,
  part: readonly Held[],
  {
    behind,
    removedNo,
    strays,
  }: { readonly behind: number; readonly removedNo: number; readonly strays: Set<number> },
): Promise<ChainBreak | null> {
  const members = part.map(({ nos, hashes }) => membersOf(nos === '' ? [] : nos.split(','), hashes))
  const late = members.flatMap((rows) => rows.filter(({ no }) => no <= behind))
  const most = members.reduce((sum, rows) => sum + rows.length, STRAYS)
  const stored = new Map<number, string>()
  const to = part.at(-1)?.lastNo ?? behind
  const take = async (where: string): Promise<void> => {
    for await (const lines of copyOut(
      client,
      `select ${coveredSelect(kind).join(', ')} from ${logTable[kind]} l
      where l.tenant_id = ${tenantOf(subjectId)} and ${where} order by l.log_no limit ${most}`,
    ))
      for (const line of lines) {
        const said = copyFields(line)
        stored.set(Number(said[noAt[kind]]), logRowHash(kind, said))
      }
  }
  await take(`l.log_no > ${behind} and l.log_no <= ${to}`)
  if (late.length > 0) await take(`l.log_no = any('{${late.map(({ no }) => no).join(',')}}')`)
  for (const [at, link] of part.entries()) {
    const rows = members[at] ?? []
    const say = (breakKind: ChainBreak['kind'], no: number | null, text: string): ChainBreak => ({
      kind: breakKind,
      seq: link.seq,
      rowId: no === null ? null : String(no),
      text: `第 ${link.seq} 批${text}`,
    })
    if (linkDigest(rows) !== link.digest) return say('CONTENT', null, '的行摘要与批摘要不符（批被修改）')
    for (const { no, hash } of rows) {
      const now = stored.get(no)
      stored.delete(no)
      strays.delete(no)
      if (now === hash || (now === undefined && no <= removedNo)) continue
      return now === undefined
        ? say('GAP', no, `缺少第 ${no} 号日志（被删除）`)
        : say('CONTENT', no, `中第 ${no} 号日志的内容与摘要不符（内容被修改或与别行调换）`)
    }
  }
  for (const no of stored.keys()) strays.add(no)
  return null
}

/** What stands between the sealed rows and is named by no link so far: a late row of a later link, or a forged one. */
async function strayBreak(
  client: PoolClient,
  kind: LogKind,
  subjectId: string,
  to: number,
  strays: ReadonlySet<number>,
): Promise<ChainBreak | null> {
  if (strays.size === 0) return null
  const { rows } = await client.query<{ gaps: NumberRange[]; older_gaps: NumberRange[] }>(
    'select gaps, older_gaps from lo_log_sealed where kind = $1',
    [kind],
  )
  const open = rows.flatMap((row) => [...row.older_gaps, ...row.gaps])
  const unknown = [...strays].filter((no) => !isAmong(open, no))
  const { rows: left } = await client.query<{ no: string }>(
    `select no from unnest($1::bigint[]) no where not exists (
      select from lo_log_link where subject_id = $2 and seq > $3 and no = any(row_nos)) order by no limit 1`,
    [unknown, subjectId, to],
  )
  const [stray] = left
  return stray
    ? {
        kind: 'UNCHAINED',
        seq: 0,
        rowId: stray.no,
        text: `第 ${stray.no} 号日志不在任何一批中（绕过系统写入）`,
      }
    : null
}

/** A link that speaks of removed rows may do so only of rows sealed half a year before it. */
async function removedTooEarly(client: PoolClient, subjectId: string): Promise<ChainBreak | null> {
  const { rows } = await client.query<{ seq: string; id: string }>(
    `select r.seq, r.id from lo_log_link r where r.subject_id = $1 and r.removed_no is not null and not exists (
      select from lo_log_link l where l.subject_id = r.subject_id and l.last_no = r.removed_no
        and l.sealed_time <= r.sealed_time - interval '180 days') order by r.seq limit 1`,
    [subjectId],
  )
  const [found] = rows
  return found
    ? {
        kind: 'CONTENT',
        seq: Number(found.seq),
        rowId: found.id,
        text: `第 ${found.seq} 批登记的到期清理未满 180 天保留期（被伪造）`,
      }
    : null
}

async function removedUpTo(client: PoolClient, subjectId: string): Promise<number> {
  const { rows } = await client.query<{ no: string | null }>(
    'select max(removed_no) as no from lo_log_link where subject_id = $1 and removed_no is not null',
    [subjectId],
  )
  return Number(rows[0]?.no ?? 0)
}

async function lastNoBefore(client: PoolClient, subjectId: string, from: number): Promise<number> {
  const { rows } = await client.query<{ no: string }>(
    'select last_no as no from lo_log_link where subject_id = $1 and seq = $2',
    [subjectId, from - 1],
  )
  return Number(rows[0]?.no ?? 0)
}

async function linksOf(client: PoolClient, subjectId: string, from: number, to: number): Promise<Held[]> {
  const { rows } = await client.query<{
    seq: string
    last_no: string
    nos: string
    hashes: Buffer
    digest: string
  }>(
    `select seq, last_no, array_to_string(row_nos, ',') as nos, row_hashes as hashes, digest from lo_log_link
    where subject_id = $1 and seq between $2 and $3 order by seq`,
    [subjectId, from, to],
  )
  return rows.map((row) => ({
    seq: Number(row.seq),
    lastNo: Number(row.last_no),
    digest: row.digest,
    nos: row.nos,
    hashes: row.hashes,
  }))
}

/** The rows of a link as it keeps them: numbers, and hashes one behind the other. */
export function membersOf(nos: readonly string[], hashes: Buffer): { no: number; hash: string }[] {
  const hex = hashes.toString('hex')
  const width = HASH_BYTES * 2
  return nos.map((no, at) => ({ no: Number(no), hash: hex.slice(at * width, (at + 1) * width) }))
}

/** Links in order, as many together as one statement reads rows for. */
function* parts(links: readonly Held[]): Generator<Held[]> {
  let part: Held[] = []
  let rows = 0
  for (const link of links) {
    const own = link.hashes.length / HASH_BYTES
    if (part.length > 0 && rows + own > ROWS) {
      yield part
      part = []
      rows = 0
    }
    part.push(link)
    rows += own
  }
  if (part.length > 0) yield part
}

const tenantOf = (subjectId: string): number => Number(subjectId.slice(subjectId.indexOf('-') + 1))
