import type { Field } from '@suoan/contract'
import { NumberInput as NumberBox } from '@suoan/ui/number-input'
import { emptyHint } from './empty-hint.ts'

interface Props {
  readonly field: Field
  readonly disabled: boolean
  readonly value?: number
  readonly onChange?: (value: number | null) => void
  readonly id?: string
}

/** A number within the bounds of its field. */
export function NumberInput({ field, value, ...input }: Props) {
  return (
    <NumberBox
      {...input}
      className="full"
      whole={field.kind === 'integer'}
      placeholder={emptyHint(`请输入${field.label}`, input.disabled)}
      value={value ?? null}
      {...(field.from === undefined ? {} : { min: field.from })}
      {...(field.to === undefined ? {} : { max: field.to })}
    />
  )
}
