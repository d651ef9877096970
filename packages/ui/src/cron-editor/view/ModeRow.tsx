import { InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'

interface ModeRowProps {
  readonly mode: string
  /** What the whole row says, for who cannot see its boxes. */
  readonly title: string
  /** The words before the boxes; the title where there are no boxes. */
  readonly words?: string
  readonly children?: ReactNode
}

/** A way to choose: its radio, and the boxes that are open while it is chosen. */
export function ModeRow({ mode, title, words = title, children }: ModeRowProps) {
  return (
    <div className="cron-mode">
      <Radio value={mode} aria-label={title}>
        {words}
      </Radio>
      {children}
    </div>
  )
}

interface BoxProps {
  readonly label: string
  readonly value: number
  readonly disabled: boolean
  onChange(value: number): void
}

/** A whole number within bounds. Taking it all away leaves the number that was there. */
export function NumberBox({
  label,
  min,
  max,
  onChange,
  ...box
}: BoxProps & { readonly min: number; readonly max: number }) {
  return (
    <InputNumber
      {...box}
      className="cron-number"
      size="small"
      aria-label={label}
      min={min}
      max={max}
      precision={0}
      onChange={(value) => {
        if (value !== null) onChange(value)
      }}
    />
  )
}

interface Choice {
  readonly value: number
  readonly label: string
}

export function ChoiceBox({ label, options, ...box }: BoxProps & { readonly options: readonly Choice[] }) {
  return <Select {...box} className="cron-choice" size="small" aria-label={label} options={[...options]} />
}

interface ListBoxProps {
  readonly label: string
  readonly values: readonly number[]
  readonly options: readonly Choice[]
  readonly disabled: boolean
  onChange(values: readonly number[]): void
}

export function ListBox({ label, values, options, disabled, onChange }: ListBoxProps) {
  return (
    <Select<number[]>
      mode="multiple"
      className="cron-list"
      size="small"
      aria-label={label}
      disabled={disabled}
      value={[...values]}
      options={[...options]}
      optionFilterProp="label"
      onChange={onChange}
    />
  )
}

/** The numbers from one to another as options. */
export const numberOptions = (min: number, max: number): readonly Choice[] =>
  Array.from({ length: max - min + 1 }, (_, n) => ({ value: min + n, label: String(min + n) }))
