import { logColumns } from './log-chain.ts'

type ColumnName = keyof typeof logColumns

/** Columns that the hash covers, in the order of the canonical text. */
const members = (Object.keys(logColumns) as ColumnName[])
  .filter((name) => name !== 'prev_hash' && name !== 'hash')
  .toSorted((a, b) => (a < b ? -1 : 1))
  .map((name) => ({ name, key: `"${name}":`, type: logColumns[name] }))
const formAt = members.findIndex(({ name }) => name === 'chain_form')
const notInForm1: ReadonlySet<string> = new Set(['photo', 'remark', 'chain_form'])

/** The covered columns as one text, in the database's form of a row; the session that reads must speak UTC. */
export const logRowSql = `row(${members.map(({ name }) => name).join(', ')})::text`

/** A doubled quote or backslash: then a field is not what it looks like. */
const escapes = /\\|""/

/**
 * The canonical text of a log row from `logRowSql`, in one pass and without objects: a long chain is walked at the
 * speed of its hashes. Equal to `canonicalJson(canonicalLogRow(storedLogRow(row)))`; a test holds it to that.
 */
export function logText(record: string): string {
  const values = escapes.test(record) ? escapedFields(record) : plainFields(record)
  const isFirstForm = values[formAt] === '1'
  let text = ''
  for (const [index, { name, key, type }] of members.entries()) {
    const value = values[index] ?? null
    if (isFirstForm ? notInForm1.has(name) : value === null) continue
    text += `${text === '' ? '{' : ','}${key}${value === null ? 'null' : valueText(value, type)}`
  }
  return `${text}}`
}

/** `(a,,"b c")` → `['a', null, 'b c']`, where no field holds a quote or a backslash. */
function plainFields(record: string): (string | null)[] {
  const fields: (string | null)[] = []
  const end = record.length - 1
  for (let at = 1; at <= end;) {
    const quoted = record.charCodeAt(at) === 34
    const stop = quoted ? record.indexOf('"', at + 1) : comma(record, at, end)
    fields.push(quoted ? record.slice(at + 1, stop) : stop === at ? null : record.slice(at, stop))
    at = quoted ? stop + 2 : stop + 1
  }
  return fields
}

function comma(record: string, from: number, end: number): number {
  const at = record.indexOf(',', from)
  return at < 0 ? end : at
}

/** The same for any row: doubled quotes and backslashes are one. */
function escapedFields(record: string): (string | null)[] {
  const fields: (string | null)[] = []
  // Every field begins with a comma, so that an empty one is a match of its own.
  const all = `,${record.slice(1, -1)}`.matchAll(/,(?:"((?:[^"\\]|""|\\.)*)"|([^,]*))/gs)
  for (const [, quoted, bare] of all) {
    if (quoted === undefined) fields.push(bare === undefined || bare === '' ? null : bare)
    else
      fields.push(
        quoted.replaceAll(/""|\\(.)/gs, (pair, after: string | undefined) => after ?? pair.slice(1)),
      )
  }
  return fields
}

function valueText(value: string, type: string): string {
  if (type === 'text') return JSON.stringify(value)
  if (type === 'timestamptz') return `"${isoText(value)}"`
  return type === 'numeric' ? String(Number(value)) : value
}

/** `2026-12-01 01:00:00.12+00` → `2026-12-01T01:00:00.120Z`. */
function isoText(value: string): string {
  const fraction = value.slice(20, -3)
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
