import type { ReactNode } from 'react'
import type { ChoiceProps } from '../resource/widgets/choice-props.ts'
import { parsedJson } from './json-lines.ts'
import type { JsonInputProps } from './JsonTableInput.tsx'
import './forms.css'
import { UnreadableJson } from './UnreadableJson.tsx'

interface Props extends JsonInputProps {
  /** The stored JSON as a list; null where it is none. */
  readonly read?: (stored: unknown) => readonly string[] | null
  /** The list as stored JSON. */
  readonly write?: (list: readonly string[]) => unknown
  /** Draws the choice. */
  readonly children: (choice: ChoiceProps) => ReactNode
}

const asTexts = (stored: unknown): readonly string[] | null =>
  Array.isArray(stored) && stored.every((each) => typeof each === 'string') ? stored : null

/** A JSON field that is a list of texts, as a choice of several. */
export function JsonListInput({
  id,
  value = '',
  disabled = false,
  onChange,
  read = asTexts,
  write = (list) => list,
  children,
}: Props) {
  const list = value.trim() === '' ? [] : read(parsedJson(value))
  if (list === null)
    return <UnreadableJson text={value} disabled={disabled} onClear={() => onChange?.(undefined)} />
  return children({
    ...(id ? { id } : {}),
    multiple: true,
    disabled,
    value: [...list],
    onChange(next) {
      const chosen = typeof next === 'string' ? [next].filter(Boolean) : next
      onChange?.(chosen.length === 0 ? undefined : JSON.stringify(write(chosen)))
    },
  })
}
