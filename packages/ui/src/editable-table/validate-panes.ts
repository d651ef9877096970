import type { EditableTableHandle } from './props.ts'
import type { TableValues } from './model/options.ts'
import type { Verdict } from './model/validation.ts'

/** A table of a form, with the tab it stands in. */
export interface TablePane {
  readonly paneKey: string
  readonly table: EditableTableHandle
}

/** What the tables of a form hold, or the first of them that is wrong (spec/2-data-entry.md §5). */
export type PanesVerdict =
  | { readonly isValid: true; readonly values: readonly TableValues[] }
  | {
      readonly isValid: false
      /** Place of the table in the list, from 0, and the key of its tab. */
      readonly index: number
      readonly paneKey: string
      /** Messages by row and column. */
      readonly errors: Verdict['errors']
      /** How many cells of that table are wrong. */
      readonly count: number
    }

/**
 * Judges the tables of a form in their order. `activate` is told the tab of the first wrong one and must show it at once; then
 * its first wrong cell is scrolled to and entered.
 */
export function validatePanes(
  panes: readonly TablePane[],
  activate: (paneKey: string) => void,
): PanesVerdict {
  for (const [index, { paneKey, table }] of panes.entries()) {
    const { count, errors, first } = table.validate()
    if (count === 0) continue
    activate(paneKey)
    if (first) table.goTo(first)
    return { isValid: false, index, paneKey, errors, count }
  }
  return { isValid: true, values: panes.map(({ table }) => table.getValues()) }
}
