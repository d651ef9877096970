import {
  canonicalJson,
  logRowLeaf,
  treeBuilder,
  type Canonical,
  type LogKind,
} from '@suoan/domain/evidence-chain'
import { sha256, treeHash } from '../evidence/hash.ts'

/** Which columns of a log the hash of its rows covers: all of them (decision 0555). */
export const coveredColumns: Readonly<Record<LogKind, readonly string[]>> = {
  oplog: [
    'id',
    'tenant_id',
    'log_type',
    'log_content',
    'operate_type',
    'userid',
    'username',
    'ip',
    'method',
    'request_url',
    'request_param',
    'request_type',
    'cost_time',
    'create_by',
    'create_time',
    'update_by',
    'update_time',
    'log_no',
  ],
  datalog: [
    'id',
    'tenant_id',
    'data_table',
    'data_id',
    'data_content',
    'data_change',
    'data_version',
    'create_by',
    'create_time',
    'update_by',
    'update_time',
    'log_no',
  ],
}
const times = new Set(['create_time', 'update_time'])

/** The covered columns of a log's rows `l`, each as it is hashed: as text, times in epoch ms. */
export function coveredSelect(kind: LogKind): string[] {
  return coveredColumns[kind].map((column) =>
    times.has(column) ? `(extract(epoch from l.${column}) * 1000)::bigint::text` : `l.${column}::text`,
  )
}

/** What a statement asks of a log's rows `l`: number, tenant, and the covered columns. */
export function loggedSelect(kind: LogKind): string {
  return `l.log_no, l.tenant_id, array[${coveredSelect(kind).join(', ')}] as said`
}

/** The table of a log. */
export const logTable: Readonly<Record<LogKind, string>> = { oplog: 'sys_log', datalog: 'sys_data_log' }

/** What people call a log. */
export const logName: Readonly<Record<LogKind, string>> = { oplog: '操作日志', datalog: '数据日志' }

/** The chain of a tenant's log. */
export const logSubject = (kind: LogKind, tenantId: number): string => `${kind}-${tenantId}`

/** Where each covered column stands among them, in the order of canonical JSON, with its name as a key. */
const canonicalOrder = {
  oplog: inCanonicalOrder(coveredColumns.oplog),
  datalog: inCanonicalOrder(coveredColumns.datalog),
}

function inCanonicalOrder(columns: readonly string[]) {
  return columns
    .map((column, at) => ({ at, key: `${JSON.stringify(column)}:` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * The hashed text of a row of a log: the canonical JSON of its covered columns by name, those without a value left out.
 * The keys are sorted once for all rows: a log of a million is written and checked by this.
 */
export function logText(kind: LogKind, said: readonly (string | null)[]): string {
  let members = ''
  for (const { at, key } of canonicalOrder[kind]) {
    const value = said[at] ?? null
    if (value === null) continue
    members += `${members === '' ? '' : ','}${key}${JSON.stringify(value)}`
  }
  return `{${members}}`
}

/** The hash of that text. */
export const logRowHash = (kind: LogKind, said: readonly (string | null)[]): string =>
  sha256(logText(kind, said))

/** The root over the rows of a link, each with its number. */
export function linkDigest(rows: readonly { readonly no: number; readonly hash: string }[]): string {
  const hash = treeHash('sha256')
  const tree = treeBuilder(hash)
  for (const { no, hash: of } of rows) tree.add(hash.leaf(logRowLeaf(no, of)))
  return tree.root()
}

/** Columns of a link that its hash covers: all but the two hashes and the lists that its digest stands for. */
export const coveredLink = [
  'id',
  'tenant_id',
  'kind',
  'subject_id',
  'seq',
  'chain_form',
  'sealed_time',
  'last_no',
  'digest',
  'removed_no',
] as const

/** The hashed text of a link with the table's own names. */
export function linkRowText(row: Readonly<Record<string, unknown>>): string {
  const said: Record<string, Canonical> = {}
  for (const column of coveredLink) {
    const value = row[column] ?? null
    // The driver gives bigint as text.
    if (value !== null) said[column] = value instanceof Date ? value.getTime() : String(value)
  }
  return canonicalJson(said)
}
