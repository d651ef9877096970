import { InputNumber } from 'antd'
import type { InputNumberProps } from 'antd'
import type { InputEvent } from 'react'
import { acceptNumberText, numberOf, typedInto } from './number-text.ts'

export interface NumberInputProps<T extends string | number> extends Omit<
  InputNumberProps<T>,
  'onBeforeInput'
> {
  /** No point is taken. */
  readonly whole?: boolean
}

/**
 * A number box: a keystroke that cannot become a number is not taken; when it is left it holds a number within its bounds,
 * or nothing.
 */
export function NumberInput<T extends string | number = number>({
  whole = false,
  onBlur,
  ...input
}: NumberInputProps<T>) {
  return (
    <InputNumber<T>
      {...input}
      {...(whole ? { precision: 0 } : {})}
      onBlur={(event) => {
        onBlur?.(event)
        // The library would bring the number before back for a lone minus.
        if (input.value !== null && numberOf(event.target.value) === null) input.onChange?.(null)
      }}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const typed = event.data
        if (!typed) return
        const text = typedInto(value, {
          start: selectionStart ?? value.length,
          end: selectionEnd ?? value.length,
          // A pasted number has perhaps blanks around it, and separators of thousands.
          typed: typed.length > 1 ? typed.trim().replaceAll(/[,\s]/g, '') : typed,
        })
        if (acceptNumberText(value, text, whole) !== text) event.preventDefault()
      }}
    />
  )
}
