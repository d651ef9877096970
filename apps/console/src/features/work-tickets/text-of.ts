/** What a list shows of a field: its dictionary text, else the value, else a dash. */
export function textOf(row: Readonly<Record<string, unknown>>, name: string): string {
  const text = row[`${name}_dictText`]
  if (typeof text === 'string' && text) return text
  const value = row[name]
  return value === null || value === undefined || value === '' ? '—' : String(value)
}
