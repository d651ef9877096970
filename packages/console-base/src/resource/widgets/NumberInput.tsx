import type { Field } from '@suoan/contract'
import { InputNumber } from 'antd'

interface Props {
  readonly field: Field
  readonly disabled: boolean
  readonly precision?: number
  readonly value?: number
  readonly onChange?: (value: number | null) => void
  readonly id?: string
}

/** A number within the bounds of its field. */
export function NumberInput({ field, value, ...input }: Props) {
  return (
    <InputNumber
      {...input}
      className="full"
      placeholder={`请输入${field.label}`}
      value={value ?? null}
      {...(field.from === undefined ? {} : { min: field.from })}
      {...(field.to === undefined ? {} : { max: field.to })}
    />
  )
}
