import { labelOf } from '@suoan/domain/dictionaries'
import { basesText, readBaseTypes } from '@suoan/domain/work-ticket'

type Name<T> = Extract<keyof T, string>

/** What is shown of a field: its dictionary text, else the value, else a dash. */
export function textOf<T extends object>(row: T, name: Name<T>): string {
  const text: unknown = Reflect.get(row, `${name}_dictText`)
  if (typeof text === 'string' && text) return text
  const value: unknown = Reflect.get(row, name)
  return value === null || value === undefined || value === '' ? '—' : String(value)
}

/** The hazards of a ticket in words. */
export const hazardsText = ({ hazards }: { readonly hazards: string }): string =>
  hazards
    .split(',')
    .filter(Boolean)
    .map((code) => labelOf('lo_hazard', code))
    .join('、') || '—'

/** `抢修（动火、受限空间）`: the kind of work, and what an emergency repair is underneath. */
export function kindText(row: {
  readonly workType: string
  readonly baseTypes: readonly string[] | string | null
}): string {
  const { baseTypes } = row
  const bases = typeof baseTypes === 'string' ? readBaseTypes(baseTypes) : (baseTypes ?? [])
  return `${textOf(row, 'workType')}${basesText(bases)}`
}
