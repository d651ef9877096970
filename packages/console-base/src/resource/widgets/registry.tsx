import type { Field, FieldKind } from '@suoan/contract'
import { QueryInput } from '@suoan/ui/query-input'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { DictSelect } from './DictSelect.tsx'
import { emptyHint } from './empty-hint.ts'
import { lazyInput } from './lazy-input.tsx'

// Calendars, files, references, switches and number boxes are heavy and rare in the query form, so they come when they are drawn.
const AreaLinkage = lazyInput(() => import('@suoan/ui/area-linkage').then((module) => module.AreaLinkage))
const DateInput = lazyInput(() => import('./DateInput.tsx').then((module) => module.DateInput))
const DictInput = lazyInput(() => import('./DictInput.tsx').then((module) => module.DictInput))
const FileControl = lazyInput(() => import('./FileControl.tsx').then((module) => module.FileControl))
const JsonInput = lazyInput(() => import('./JsonInput.tsx').then((module) => module.JsonInput))
const MarkdownEditor = lazyInput(() =>
  import('@suoan/ui/markdown-editor').then((module) => module.MarkdownEditor),
)
const NumberInput = lazyInput(() => import('./NumberInput.tsx').then((module) => module.NumberInput))
const Switch = lazyInput(() => import('antd/es/switch').then((module) => module.default))
const SwitchPair = lazyInput(() => import('@suoan/ui/switch-pair').then((module) => module.SwitchPair))
const RefPicker = lazyInput(() => import('./RefPicker.tsx').then((module) => module.RefPicker))

/** What an input knows beside its field. */
interface InputState {
  readonly disabled: boolean
  /** What the row holds, as it was opened, and the words that came with it (`_dictText`). */
  readonly stored?: unknown
  readonly text?: string | undefined
}

export interface Widget {
  /** Input of the form; antd's form adds `value` and `onChange`. */
  readonly input: (field: Field, state: InputState) => ReactNode
  /** Input of the query form, whose values are texts; ranges have two. */
  readonly search: (field: Field) => ReactNode
  readonly searchIsRange?: true
  /** Name of the form property that carries the value. */
  readonly valueProp?: 'checked'
  /** Width of the column in the list, px. */
  readonly width: number
}

const searchText = (field: Field) => <Input allowClear placeholder={`请输入${field.label}`} />
/** Words are looked for anywhere in the text; a number, a code and what is masked (decision 0508) are asked for as they are. */
const searchWords = (field: Field) =>
  field.isCode || field.sensitive ? searchText(field) : <QueryInput placeholder={`请输入${field.label}`} />
const yesNo = (pair: readonly [string, string]) => () => <SwitchPair query pair={pair} />
const line = (field: Field, { disabled }: { disabled: boolean }) => (
  <Input
    disabled={disabled}
    maxLength={field.max ?? 255}
    placeholder={emptyHint(`请输入${field.label}`, disabled)}
  />
)
const number = (field: Field, { disabled }: { disabled: boolean }) => (
  <NumberInput field={field} disabled={disabled} />
)
const calendar =
  (withTime: boolean) =>
  (_: Field, { disabled }: { disabled: boolean }) => <DateInput withTime={withTime} disabled={disabled} />
const area = (field: Field, { disabled }: { disabled: boolean }) => (
  <Input.TextArea
    disabled={disabled}
    autoSize={{ minRows: 3, maxRows: 12 }}
    placeholder={emptyHint(`请输入${field.label}`, disabled)}
    {...(field.max ? { maxLength: field.max, showCount: true } : {})}
  />
)
/** Without files: a picture in the words would be no file of the row, and nobody but its sender could read it. */
const long = (field: Field, state: { disabled: boolean }) =>
  field.isMarkdown ? (
    <MarkdownEditor aria-label={field.label} mode="visual" disabled={state.disabled} />
  ) : (
    area(field, state)
  )
const dictionary = (multiple: boolean) => (field: Field, state?: { disabled: boolean }) =>
  field.look !== undefined && state ? (
    <DictInput code={field.dict ?? ''} look={field.look} disabled={state.disabled} />
  ) : (
    <DictSelect code={field.dict ?? ''} multiple={multiple} disabled={state?.disabled ?? false} />
  )
const reference = (multiple: boolean) => (field: Field, state?: { disabled: boolean }) => (
  <RefPicker
    field={field}
    multiple={multiple}
    disabled={state?.disabled ?? false}
    withDialog={state !== undefined}
  />
)

/** How each kind of field is typed, searched and how wide it stands; a new kind does not compile until it is here. */
const widgetOf = {
  text: { input: line, search: searchWords, width: 150 },
  code: { input: line, search: searchText, width: 150 },
  longText: { input: long, search: searchWords, width: 200 },
  integer: { input: number, search: searchText, width: 100 },
  decimal: {
    input: number,
    search: searchText,
    width: 110,
  },
  flag: {
    input: (_, { disabled }) => <Switch disabled={disabled} />,
    search: yesNo(['1', '0']),
    valueProp: 'checked',
    width: 90,
  },
  boolean: {
    input: (_, { disabled }) => <Switch disabled={disabled} />,
    search: yesNo(['true', 'false']),
    valueProp: 'checked',
    width: 90,
  },
  dict: { input: dictionary(false), search: dictionary(false), width: 110 },
  dictNumber: { input: dictionary(false), search: dictionary(false), width: 110 },
  dicts: { input: dictionary(true), search: dictionary(false), width: 150 },
  ref: { input: reference(false), search: reference(false), width: 150 },
  refs: { input: reference(true), search: reference(false), width: 180 },
  region: {
    input: (field, { disabled }) => (
      <AreaLinkage disabled={disabled} placeholder={emptyHint(`请选择${field.label}`, disabled)} />
    ),
    search: () => <AreaLinkage />,
    width: 180,
  },
  date: {
    input: calendar(false),
    search: () => null,
    searchIsRange: true,
    width: 120,
  },
  dateTime: {
    input: calendar(true),
    search: () => null,
    searchIsRange: true,
    width: 170,
  },
  json: {
    input: (field, { disabled }) => <JsonInput label={field.label} disabled={disabled} />,
    search: searchText,
    width: 180,
  },
  file: {
    input: (field, { disabled, stored, text }) => (
      <FileControl field={field} disabled={disabled} stored={stored} names={text} />
    ),
    search: searchText,
    width: 150,
  },
  secret: {
    input: (field, { disabled }) => (
      <Input.Password disabled={disabled} autoComplete="new-password" placeholder={`请输入${field.label}`} />
    ),
    search: () => null,
    width: 100,
  },
} as const satisfies Record<FieldKind, Widget>

export function widgetFor(field: Field): Widget {
  return widgetOf[field.kind]
}
