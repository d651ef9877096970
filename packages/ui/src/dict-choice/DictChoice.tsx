import { Checkbox, Radio, Select } from 'antd'
import { chosenOf, countText, joinedText } from './chosen-text.ts'
import './dict-choice.css'

export interface DictOption {
  readonly value: string
  readonly text: string
  readonly disabled?: boolean
}

/** One of them: `select`, `radio`, `buttons`. Several of them: `checkbox`, `list`. */
export type DictLook = 'select' | 'radio' | 'buttons' | 'checkbox' | 'list'

export interface DictChoiceProps {
  readonly look: DictLook
  readonly options: readonly DictOption[]
  /** One value, or several joined by `separator`. */
  readonly value?: string | null
  /** A choice that was taken back gives the empty text. */
  readonly onChange?: (value: string) => void
  /** Between the values of several; a comma by default. */
  readonly separator?: string
  /** How many of several are chosen at least and at most; what would be one too many cannot be chosen. */
  readonly least?: number
  readonly most?: number
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly id?: string
  readonly 'aria-label'?: string
}

/** The values of a dictionary as a select, radios, solid radio buttons, checkboxes or a select of several. */
export function DictChoice({ look, options, ...props }: DictChoiceProps) {
  return look === 'checkbox' || look === 'list' ? (
    <Several look={look} options={options} {...props} />
  ) : (
    <One look={look} options={options} {...props} />
  )
}

function One({
  look,
  options,
  value,
  onChange,
  placeholder = '请选择',
  separator: _separator,
  least: _least,
  most: _most,
  ...input
}: DictChoiceProps) {
  const shown = options.map(({ text, ...option }) => ({ ...option, label: text }))
  if (look === 'select')
    return (
      <Select<string>
        {...input}
        className="dict-choice"
        allowClear
        placeholder={placeholder}
        showSearch={shown.length > 8 ? { optionFilterProp: 'label' } : false}
        options={shown}
        value={value || null}
        onChange={(next: string | undefined) => onChange?.(next ?? '')}
        notFoundContent="没有查询到任何数据"
      />
    )
  const Each = look === 'buttons' ? Radio.Button : Radio
  return (
    <Radio.Group
      {...input}
      value={value ?? ''}
      buttonStyle="solid"
      onChange={(event) => onChange?.(String(event.target.value))}
    >
      {shown.map(({ label, ...option }) => (
        <Each
          key={option.value}
          {...option}
          // The one that is chosen is taken back by another press; a press on its words comes to the box as a second click.
          onClick={({ target }) => {
            if (target instanceof HTMLInputElement && option.value === value) onChange?.('')
          }}
        >
          {label}
        </Each>
      ))}
    </Radio.Group>
  )
}

function Several({
  look,
  options,
  value,
  onChange,
  separator = ',',
  least,
  most,
  placeholder = '请选择',
  ...input
}: DictChoiceProps) {
  const chosen = chosenOf(value, separator)
  const isFull = most !== undefined && chosen.length >= most
  const shown = options.map(({ text, disabled = false, ...option }) => ({
    ...option,
    label: text,
    disabled: disabled || (isFull && !chosen.includes(option.value)),
  }))
  const change = (next: readonly string[]) =>
    onChange?.(
      joinedText(
        next,
        options.map((option) => option.value),
        separator,
      ),
    )
  const count =
    least === undefined && most === undefined
      ? ''
      : countText(chosen.length, {
          ...(least === undefined ? {} : { least }),
          ...(most === undefined ? {} : { most }),
        })
  return (
    <div className="dict-choice">
      {look === 'checkbox' ? (
        <Checkbox.Group {...input} role="group" options={shown} value={[...chosen]} onChange={change} />
      ) : (
        <Select<string[]>
          {...input}
          className="dict-choice"
          mode="multiple"
          allowClear
          placeholder={placeholder}
          showSearch={{ optionFilterProp: 'label' }}
          options={shown}
          value={[...chosen]}
          onChange={change}
          notFoundContent="没有查询到任何数据"
        />
      )}
      {count !== '' && <span className="hint">{count}</span>}
    </div>
  )
}
