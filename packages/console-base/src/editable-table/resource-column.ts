import { codeText, patternOf, type Field, type FieldKind, type Resource } from '@suoan/contract'
import type { Column, Rule } from '@suoan/ui/editable-table'
import { boundWords } from '@suoan/ui/form-rules'

/** The column type that edits a kind of field; files have two, and other kinds are shown and not edited. */
const types: Partial<Record<FieldKind, string>> = {
  text: 'input',
  code: 'input',
  longText: 'textarea',
  integer: 'inputNumber',
  decimal: 'inputNumber',
  flag: 'switch',
  boolean: 'switch',
  dict: 'select',
  dicts: 'list_multi',
  dictNumber: 'select',
  date: 'date',
  dateTime: 'datetime',
}

/**
 * A column of a table whose rows are those of a resource, with the rules by which the server stores the field: required,
 * unique, lengths, bounds, its pattern and its own check. Titles, choices and limits are the contract's; `part` adds what only
 * the screen knows. Throws for a name that is no field of the resource.
 */
export function resourceColumn(resource: Resource, key: string, part: Partial<Column> = {}): Column {
  const field: Field | undefined = resource.fields[key]
  if (!field) throw new Error(`${resource.name} has no field ${key}`)
  const type = field.derived ? 'normal' : typeOf(field)
  return {
    key,
    title: field.label,
    type,
    validateRules: rulesOf(field),
    ...(field.dict === undefined ? {} : { dictCode: field.dict }),
    ...(field.max === undefined ? {} : { maxLength: field.max }),
    ...(field.kind === 'flag' ? { customValue: [1, 0] as const } : {}),
    ...(field.kind === 'integer' ? { precision: 0 } : {}),
    ...(field.kind === 'file' ? { number: field.files ?? 1 } : {}),
    ...(field.from === undefined && field.to === undefined
      ? {}
      : { range: [field.from ?? -Infinity, field.to ?? Infinity] as const }),
    ...part,
  }
}

const typeOf = ({ kind, accept }: Field): string =>
  kind === 'file' ? (accept === 'image' ? 'image' : 'file') : (types[kind] ?? 'normal')

/** The rules of the server, in the order in which a form asks them. */
function rulesOf(field: Field): readonly Rule[] {
  const { required, unique, min, max, from, to, leastChosen, mostChosen, check } = field
  const pattern = patternOf(field)
  const isChosen = field.kind === 'dicts' || field.kind === 'refs'
  return [
    ...(required ? [{ required: true }] : []),
    ...(min === undefined ? [] : [{ min, message: boundWords.tooShort(min) }]),
    // Of several values it is their stored text that is bounded, which nobody sees.
    ...(max === undefined || isChosen ? [] : [{ max, message: boundWords.tooLong(max) }]),
    ...(leastChosen === undefined ? [] : [{ min: leastChosen }]),
    ...(mostChosen === undefined ? [] : [{ max: mostChosen }]),
    ...(from === undefined && to === undefined
      ? []
      : [
          {
            handler: ({ value }: { readonly value: unknown }) =>
              typeof value === 'number' && (value < (from ?? -Infinity) || value > (to ?? Infinity))
                ? `应在 ${from ?? '负无穷'}～${to ?? '无穷'} 之间`
                : null,
          },
        ]),
    ...(field.kind === 'code' ? [{ pattern: codeText.test, message: codeText.message }] : []),
    ...(pattern
      ? [
          {
            handler: ({ value }: { readonly value: unknown }) =>
              typeof value !== 'string' || value.trim() === '' || pattern.test(value)
                ? null
                : pattern.message,
          },
        ]
      : []),
    ...(check
      ? [
          {
            handler: ({ value }: { readonly value: unknown }) =>
              value === undefined || value === null || value === '' ? null : check(value),
          },
        ]
      : []),
    ...(unique ? [{ unique: true }] : []),
  ]
}
