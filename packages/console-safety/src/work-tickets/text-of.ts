type Name<T> = Extract<keyof T, string>

/** What is shown of a field: its dictionary text, else the value, else a dash. */
export function textOf<T extends object>(row: T, name: Name<T>): string {
  const text: unknown = Reflect.get(row, `${name}_dictText`)
  if (typeof text === 'string' && text) return text
  const value: unknown = Reflect.get(row, name)
  return value === null || value === undefined || value === '' ? '—' : String(value)
}
