import { canonicalJson, genesis, type ChainKind, type ChainRow } from '@suoan/domain/evidence-chain'
import type { PoolClient } from 'pg'
import type { Database } from '../../db/schema.ts'
import { sha256 } from '../../evidence/hash.ts'
import { logRowSql, logText } from '../lock-records/index.ts'
import { canonicalDecision } from '../locks/index.ts'
import { storedLink } from '../work-tickets/index.ts'
import type { Selectable } from 'kysely'

/** Rows in flight: more outlive the young generation, and collecting them costs more than the hashes. */
const BLOCK = 400

/** Where the rows of a kind of chain are, and how a row becomes what was hashed. */
interface Source {
  readonly text: (where: string) => string
  readonly subject: string
  readonly seq: string
  /** `text`: id, number, both hashes and the rest as one text; `row`: as the driver reads them. */
  readonly read:
    | { readonly as: 'text' }
    | {
        readonly as: 'row'
        readonly of: (row: Readonly<Record<string, unknown>>) => ChainRow
      }
}

export const sources: Readonly<Record<ChainKind, Source>> = {
  lock: {
    text: (where) => `select id, chain_seq, prev_hash, hash, ${logRowSql} from lo_lock_log ${where}`,
    subject: 'lock_id',
    seq: 'chain_seq',
    read: { as: 'text' },
  },
  work: {
    text: (where) => `select * from lo_work_trans ${where}`,
    subject: 'work_id',
    seq: 'seq',
    read: {
      as: 'row',
      // The table's own row, with the names the rest of the server uses.
      of: (row) =>
        chainRow(row, canonicalJson(storedLink(camel(row) as Selectable<Database['loWorkTrans']>)), 'seq'),
    },
  },
  decision: {
    text: (where) => `select * from lo_decision ${where}`,
    subject: 'lock_id',
    seq: 'chain_seq',
    read: { as: 'row', of: (row) => chainRow(row, canonicalDecision(camel(row)), 'chain_seq') },
  },
}

const textRow = ([id, seq, prevHash, hash, rest]: readonly (string | null)[]): ChainRow => ({
  id: id ?? '',
  seq: Number(seq),
  prevHash: prevHash ?? '',
  hash: hash ?? '',
  canonical: logText(rest ?? ''),
})

const chainRow = (row: Readonly<Record<string, unknown>>, canonical: string, seq: string): ChainRow => ({
  id: String(row['id']),
  seq: Number(row[seq]),
  prevHash: String(row['prev_hash']),
  hash: String(row['hash']),
  canonical,
})

const camel = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** Where the chain of a subject begins. */
export const startOf = (kind: ChainKind, subjectId: string): string => genesis(sha256, kind, subjectId)

/**
 * The rows of a chain in order, block by block through a cursor of the caller's transaction; the next block is on its
 * way while this one is read, and nothing else is held.
 */
export async function* chainRows(
  client: PoolClient,
  kind: ChainKind,
  subjectId: string,
  from: number,
  to: number | null,
): AsyncGenerator<ChainRow[]> {
  const { text, subject, seq, read } = sources[kind]
  const where = `where ${subject} = $1 and ${seq} >= $2 ${to === null ? '' : `and ${seq} <= $3`} order by ${seq}, id`
  const values = to === null ? [subjectId, from] : [subjectId, from, to]
  await client.query(`set local timezone to 'UTC'`)
  await client.query(`declare chain_rows no scroll cursor for ${text(where)}`, values)
  const fetch = () =>
    read.as === 'text'
      ? client
          .query<(string | null)[]>({
            text: `fetch ${BLOCK} from chain_rows`,
            rowMode: 'array',
            types: asText,
          })
          .then(({ rows }) => rows.map(textRow))
      : client
          .query<Record<string, unknown>>(`fetch ${BLOCK} from chain_rows`)
          .then(({ rows }) => rows.map(read.of))
  let coming = fetch()
  // A block nobody waits for any more must not end the process.
  coming.catch(() => {})
  for (;;) {
    const rows = await coming
    if (rows.length === 0) break
    coming = fetch()
    coming.catch(() => {})
    yield rows
  }
  await client.query('close chain_rows')
}

/** Columns as the texts the database sends. */
const asText = { getTypeParser: () => (value: string) => value }
