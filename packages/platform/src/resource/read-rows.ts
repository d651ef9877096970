import type { CompiledResource, RowRecord } from '../db/compile.ts'

/** Turns the driver's values into the wire's, in place: the rows are fresh from the driver. */
export function readRows({ readers }: CompiledResource, rows: RowRecord[]): RowRecord[] {
  for (const row of rows) {
    for (const [name, read] of readers) {
      const value = row[name]
      if (value !== null && value !== undefined) row[name] = read(value)
    }
  }
  return rows
}
