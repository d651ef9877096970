/** One condition of the advanced query as a page has it (4-api.md §4.4); several values are joined with commas. */
export interface QueryLine {
  readonly field: string
  readonly rule: string
  readonly val: string
}

/** Whether something read from an address or a store is a condition. */
export function isQueryLine(value: unknown): value is QueryLine {
  if (typeof value !== 'object' || value === null) return false
  const line: Readonly<Record<string, unknown>> = { ...value }
  return ['field', 'rule', 'val'].every((key) => typeof line[key] === 'string')
}
