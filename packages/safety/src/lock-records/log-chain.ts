import { linkText } from '@suoan/domain/evidence-chain'
import { copyLine } from '@suoan/platform/db/copy-in'
import { sha256 } from '../evidence/hash.ts'

/** The columns of `lo_lock_log` in the order of the table, with their database types; times are ISO texts. */
export const logColumns = {
  id: 'text',
  tenant_id: 'integer',
  lock_id: 'text',
  lock_code: 'text',
  lock_name: 'text',
  device_sn: 'text',
  boot_id: 'text',
  seq: 'bigint',
  idx: 'integer',
  event_id: 'text',
  area_id: 'text',
  area_code: 'text',
  area_name: 'text',
  sys_org_code: 'text',
  event_type: 'text',
  op_result: 'smallint',
  fail_code: 'text',
  open_method: 'text',
  user_id: 'text',
  user_name: 'text',
  co_user_id: 'text',
  co_user_name: 'text',
  work_id: 'text',
  work_no: 'text',
  grant_id: 'text',
  token_id: 'text',
  decision_id: 'text',
  cmd_id: 'text',
  latch_before: 'smallint',
  latch_after: 'smallint',
  shackle_before: 'smallint',
  shackle_after: 'smallint',
  battery: 'integer',
  rssi: 'integer',
  temp: 'numeric',
  occur_time: 'timestamptz',
  device_time: 'bigint',
  recv_time: 'timestamptz',
  time_quality: 'smallint',
  historical: 'smallint',
  source: 'text',
  lng: 'numeric',
  lat: 'numeric',
  photo: 'text',
  remark: 'text',
  dev_sig: 'text',
  chain_form: 'smallint',
  chain_seq: 'bigint',
  prev_hash: 'text',
  hash: 'text',
} as const

export type LogRow = { [K in keyof typeof logColumns]: string | number | null }

type ColumnName = keyof typeof logColumns

export const columnNames = Object.keys(logColumns) as readonly ColumnName[]

/** Columns that the hash covers, in the order of the canonical text. */
export const members = columnNames
  .filter((name) => name !== 'prev_hash' && name !== 'hash')
  .toSorted((a, b) => (a < b ? -1 : 1))
  .map((name) => ({ name, key: `"${name}":`, type: logColumns[name] }))

/** A row on its way into the log: its hash, and the whole of it as a line of COPY text in the order of `logColumns`. */
export interface LinkedRow {
  readonly hash: string
  readonly line: string
}

/**
 * Adds `prev_hash`, `hash` and the number in the chain, to the given row itself: fifty columns are not copied twice for every
 * event. The hash covers every other column as it is stored. Throws on numbers that JSON cannot write.
 */
export function linkLogRow(
  row: Omit<LogRow, 'prev_hash' | 'hash' | 'chain_seq' | 'chain_form' | 'photo'>,
  head: string,
  chainSeq: number,
): LinkedRow {
  const numbered = Object.assign(row, { photo: null, chain_form: 2, chain_seq: chainSeq })
  const hash = linkText(sha256, head, rowText(numbered))
  const whole: LogRow = Object.assign(numbered, { prev_hash: head, hash })
  return { hash, line: copyLine(columnNames.map((name) => whole[name])) }
}

/** The canonical JSON (RFC 8785) of a row of form 2, in one pass: it is made for every event. */
export function rowText(row: Omit<LogRow, 'prev_hash' | 'hash'>): string {
  const parts: string[] = []
  for (const { name, key } of members) {
    const value = row[name]
    if (value === null) continue
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Error(`the log has no form for the number in ${name}`)
    parts.push(key + (typeof value === 'number' ? String(value) : JSON.stringify(value)))
  }
  return `{${parts.join(',')}}`
}
