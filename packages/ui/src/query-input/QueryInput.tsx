import { Input } from 'antd'
import { useState } from 'react'
import { askedText, typedText, type QueryOperator } from './operator-text.ts'

export interface QueryInputProps {
  readonly operator?: QueryOperator
  /** What is asked, with its operator. */
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly id?: string
  readonly 'aria-label'?: string
}

/** A line whose value is asked of a list by an operator: contains by default. */
export function QueryInput({ operator = 'like', value, onChange, ...input }: QueryInputProps) {
  const asked = value ?? ''
  const [typed, setTyped] = useState(() => typedText(operator, asked))
  // Blanks at the end are typed on the way to a word; what is asked has none.
  const shown = askedText(operator, typed) === asked ? typed : typedText(operator, asked)
  return (
    <Input
      {...input}
      allowClear
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(askedText(operator, target.value))
      }}
    />
  )
}
