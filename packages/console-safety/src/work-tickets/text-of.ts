import { labelOf } from '@suoan/domain/dictionaries'

type Name<T> = Extract<keyof T, string>

/** What is shown of a field: its dictionary text, else the value, else a dash. */
export function textOf<T extends object>(row: T, name: Name<T>): string {
  const text: unknown = Reflect.get(row, `${name}_dictText`)
  if (typeof text === 'string' && text) return text
  const value: unknown = Reflect.get(row, name)
  return value === null || value === undefined || value === '' ? '—' : String(value)
}

/** `抢修（动火、受限空间）`: the kind of work, and what an emergency repair is underneath. */
export function kindText({
  workType,
  baseTypes,
}: {
  readonly workType: string
  readonly baseTypes: readonly string[] | string | null
}): string {
  const stored = baseTypes ?? []
  const bases = typeof stored === 'string' ? stored.split(',').filter(Boolean) : stored
  const kind = labelOf('lo_work_type', workType)
  return bases.length === 0
    ? kind
    : `${kind}（${bases.map((code) => labelOf('lo_work_type', code)).join('、')}）`
}
