import { canonicalJson, genesis, type ChainKind, type ChainRow } from '@suoan/domain/evidence-chain'
import type { PoolClient } from 'pg'
import { copyFields, copyOut, literal } from '@suoan/platform/db/copy-out'
import type { Database } from '@suoan/platform/db/schema'
import { sha256 } from '../evidence/hash.ts'
import { loggedColumns, logText } from '../lock-records/index.ts'
import { canonicalDecision } from '../locks/index.ts'
import { storedLink } from '../work-tickets/index.ts'
import type { Selectable } from 'kysely'
import { coveredLink, linkRowText } from './log-rows.ts'

/** Rows a statement answers: enough that asking costs nothing, few enough that it ends soon. */
const PART = 10_000

/** Where the rows of a kind of chain are. */
interface Source {
  readonly table: string
  readonly subject: string
  readonly seq: string
  /** The rows of one part in order, a few at a time. */
  readonly read: (client: PoolClient, where: string) => AsyncGenerator<ChainRow[]>
}

/** Links of a log, without the lists that their digests stand for. */
const links: Source = {
  table: 'lo_log_link',
  subject: 'subject_id',
  seq: 'seq',
  read: async function* (client, where) {
    const { rows } = await client.query<Row>(
      `select ${coveredLink.join(', ')}, prev_hash, hash from lo_log_link ${where}`,
    )
    yield rows.map((row) => chainRow(row, linkRowText(row), 'seq'))
  },
}

export const sources: Readonly<Record<ChainKind, Source>> = {
  lock: {
    table: 'lo_lock_log',
    subject: 'lock_id',
    seq: 'chain_seq',
    // The one chain that grows for years: its rows come as text.
    read: async function* (client, where) {
      const columns = ['id', 'chain_seq', 'prev_hash', 'hash', ...loggedColumns]
      for await (const lines of copyOut(client, `select ${columns.join(', ')} from lo_lock_log ${where}`))
        yield lines.map(logRow)
    },
  },
  work: {
    table: 'lo_work_trans',
    subject: 'work_id',
    seq: 'seq',
    read: async function* (client, where) {
      const { rows } = await client.query<Row>(`select * from lo_work_trans ${where}`)
      yield rows.map((row) =>
        chainRow(row, canonicalJson(storedLink(camel(row) as Selectable<Database['loWorkTrans']>)), 'seq'),
      )
    },
  },
  decision: {
    table: 'lo_decision',
    subject: 'lock_id',
    seq: 'chain_seq',
    read: async function* (client, where) {
      const { rows } = await client.query<Row>(`select * from lo_decision ${where}`)
      yield rows.map((row) => chainRow(row, canonicalDecision(camel(row)), 'chain_seq'))
    },
  },
  oplog: links,
  datalog: links,
}

/** A row with the table's own names. */
type Row = Readonly<Record<string, unknown>>

function logRow(line: string): ChainRow {
  const [id, seq, prevHash, hash, ...values] = copyFields(line)
  return {
    id: id ?? '',
    seq: Number(seq),
    prevHash: prevHash ?? '',
    hash: hash ?? '',
    canonical: logText(values),
  }
}

const chainRow = (row: Row, canonical: string, seq: string): ChainRow => ({
  id: String(row['id']),
  seq: Number(row[seq]),
  prevHash: String(row['prev_hash']),
  hash: String(row['hash']),
  canonical,
})

const camel = (row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** Where the chain of a subject begins. */
export const startOf = (kind: ChainKind, subjectId: string): string => genesis(sha256, kind, subjectId)

/**
 * The rows of a chain in order, a few at a time, in the caller's transaction, which must be one snapshot; nothing is
 * held but the rows in hand.
 */
export async function* chainRows(
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  from: number,
  to: number | null,
): AsyncGenerator<ChainRow[]> {
  const { subject, seq, read } = sources[kind]
  const upTo = to === null ? '' : `and ${seq} <= ${to}`
  const part = (at: number, behind: string) =>
    read(
      client,
      `where ${subject} = ${literal(subjectId)} and ${seq} >= ${at} ${upTo} ${behind} order by ${seq}, id limit ${PART}`,
    )
  await client.query(`set local timezone to 'UTC'`)
  let rest = part(from, '')
  for (;;) {
    let last: ChainRow | undefined
    for await (const rows of rest) {
      last = rows.at(-1) ?? last
      yield rows
    }
    if (!last) return
    rest = part(last.seq, `and (${seq}, id) > (${last.seq}, ${literal(last.id)})`)
  }
}
