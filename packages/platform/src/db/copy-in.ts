import { CompiledQuery, type Kysely } from 'kysely'
import { noteCopy } from './named-statements.ts'
import type { Database } from './schema.ts'
import { storable } from './storable-text.ts'

/** A value of a column on its way into COPY text. */
export type CopyValue = string | number | null

/**
 * Adds rows to a table by COPY, on the connection and in the transaction of `db`: wide rows cost the database much less than
 * by `insert`, because nothing is planned and no JSON is read. `lines` are the rows as `copyLine` writes them. Constraints
 * and triggers hold as for `insert`; throws what the database refuses, and the transaction is over as after any refusal.
 */
export async function copyIn(
  db: Kysely<Database>,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  const text = `copy ${table} (${columns.join(', ')}) from stdin`
  noteCopy(text)
  await db.executeQuery(CompiledQuery.raw(text, [lines.join('')]))
}

/**
 * A row as a line of COPY text, with its newline: tabs between the fields, `\N` for null. Joined at once: a text that grows is a
 * hundred small objects, which wait for the end of the batch.
 */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(copyField).join('\t')}\n`

function copyField(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return special.test(value) ? storable(value).replaceAll(specials, (sign) => escaped[sign] ?? sign) : value
}

/** Nearly no text needs anything: one look tells. */
const special = /[\\\n\r\t\0\ud800-\udfff]/
const specials = /[\\\n\r\t]/g
const escaped: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
