import type { Field } from '@suoan/contract'
import { NumberInput as NumberBox } from '@suoan/ui/number-input'

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
      placeholder={`请输入${field.label}`}
      value={value ?? null}
      {...(field.from === undefined ? {} : { min: field.from })}
      {...(field.to === undefined ? {} : { max: field.to })}
    />
  )
}
