import { Input } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { caretAfter, groupsOf } from './groups.ts'

export interface TagsInputProps {
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly id?: string
  readonly 'aria-label'?: string
}

/** A text that is grouped by two characters while it is typed, with semicolons between. */
export function TagsInput({ value, onChange, ...input }: TagsInputProps) {
  const field = useRef<HTMLInputElement | null>(null)
  // A text that is still composed is left alone: grouping it would end the composition.
  const [composed, setComposed] = useState<string | null>(null)
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null)
  useLayoutEffect(() => {
    if (caret) field.current?.setSelectionRange(caret.at, caret.at)
  }, [caret])
  const take = (element: HTMLInputElement) => {
    const { value: text, selectionStart } = element
    field.current = element
    setComposed(null)
    setCaret({ at: caretAfter(text, selectionStart ?? text.length) })
    onChange?.(groupsOf(text))
  }
  return (
    <Input
      {...input}
      allowClear
      value={composed ?? value ?? ''}
      onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
      onCompositionEnd={({ currentTarget }) => take(currentTarget)}
      onChange={({ target }) => {
        if (composed === null) take(target)
        else setComposed(target.value)
      }}
    />
  )
}
