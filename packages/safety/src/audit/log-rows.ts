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

/** What a statement asks of a log's rows `l`: number, tenant, and the covered columns as texts (times in epoch ms). */
export function loggedSelect(kind: LogKind): string {
  const said = coveredColumns[kind].map((column) =>
    times.has(column) ? `(extract(epoch from l.${column}) * 1000)::bigint::text` : `l.${column}::text`,
  )
  return `l.log_no, l.tenant_id, array[${said.join(', ')}] as said`
}

/** The table of a log. */
export const logTable: Readonly<Record<LogKind, string>> = { oplog: 'sys_log', datalog: 'sys_data_log' }

/** What people call a log. */
export const logName: Readonly<Record<LogKind, string>> = { oplog: '操作日志', datalog: '数据日志' }

/** The chain of a tenant's log. */
export const logSubject = (kind: LogKind, tenantId: number): string => `${kind}-${tenantId}`

/** The hashed text of a row of a log: its covered columns by name, those without a value left out. */
export function logText(kind: LogKind, said: readonly (string | null)[]): string {
  const named = coveredColumns[kind].map((column, at) => [column, said[at] ?? undefined] as const)
  return canonicalJson(Object.fromEntries(named))
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
