import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importLimits, openSheet } from '../sheet-reader.ts'
import type { SheetLimits } from '../sheet-reading.ts'

/** All rows of a workbook at once, as an import reads them; row 0 is the first line, an empty line is an empty row. */
export async function readSheet(
  bytes: Uint8Array,
  limits: SheetLimits = importLimits,
): Promise<
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  | { readonly ok: false; readonly message: string }
> {
  const file = path.join(tmpdir(), `suoan-read-${randomUUID()}`)
  await writeFile(file, bytes)
  try {
    const sheet = await openSheet(file, limits)
    if (!sheet.ok) return sheet
    await using opened = sheet.rows
    const rows: (readonly string[])[] = []
    for (const { place, cells } of await opened.pick(Array.from({ length: opened.count }, (_, n) => n))) {
      while (rows.length < place) rows.push([])
      rows.push(cells)
    }
    return { ok: true, rows }
  } finally {
    await rm(file)
  }
}
