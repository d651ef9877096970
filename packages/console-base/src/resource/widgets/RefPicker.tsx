import { permissionOf, type Field, type Resource } from '@suoan/contract'
import type { Chosen } from '@suoan/ui/pickers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense, createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { WithDialog } from '../pickers/WithDialog.tsx'
import { useCan } from '../../session/Can.tsx'
import { afterLastKey, searchDict } from '../ref-search.ts'
import { useCellSelect, type InCell } from '../../editable-table/use-cell-select.ts'
import { emptyText, manyTags, tagLength, type ChoiceProps } from './choice-props.ts'
import { lazyInput } from './lazy-input.tsx'
import { loadResource, refDictCode } from './load-resource.ts'
import { useRefNames } from './use-ref-names.ts'
import { emptyHint } from './empty-hint.ts'

interface Props extends ChoiceProps {
  readonly field: Field
  /** Offers the dialog beside the input, where there is one for this resource; not in narrow query forms. */
  readonly withDialog?: boolean
  /** It is the editor of a cell: no dialog beside it, and open from the first. */
  readonly inCell?: InCell
}

const UserPickDialog = lazyPart('UserPickDialog', () =>
  import('../pickers/UserPickDialog.tsx').then((m) => m.UserPickDialog),
)
const DepartUserPickDialog = lazyPart('DepartUserPickDialog', () =>
  import('../pickers/DepartUserPickDialog.tsx').then((m) => m.DepartUserPickDialog),
)

const ResourcePickDialog = lazyPart('ResourcePickDialog', () =>
  import('../pickers/ResourcePickDialog.tsx').then((m) => m.ResourcePickDialog),
)

const TreePicker = lazyInput(() => import('./TreePicker.tsx').then((module) => module.TreePicker))

/** Picks rows of the field's resource; its description comes when the input is first drawn. */
export function RefPicker(props: Props) {
  return createElement(pickerOf(props.field.resource ?? ''), props)
}

const pickers = new Map<string, ComponentType<Props>>()

function pickerOf(name: string): ComponentType<Props> {
  const known = pickers.get(name)
  if (known) return known
  const picker = lazyInput<Props>(async () => {
    const target = await loadResource(name)
    if (!target) throw new Error(`a field refers to the resource ${name}, which is not described`)
    const Picker = target.traits.tree ? TreePicker : RowPicker
    return (props) => <Picker {...props} target={target} />
  })
  pickers.set(name, picker)
  return picker
}

interface RowProps extends Props {
  readonly target: Resource
}

/** Searches for names on the server, or in a dialog for who may list the rows. */
function RowPicker({ withDialog = true, ...props }: RowProps) {
  const { field, target, multiple = false, value, onChange, disabled = false } = props
  // Who may not list people still finds a person by his name.
  const mayList = useCan(permissionOf(target, 'list')) && target.verbs.includes('list')
  const mayDeparts = useCan('system:depart:list')
  const PeopleDialog = mayDeparts ? DepartUserPickDialog : UserPickDialog
  const values = listOf(value)
  const names = useRefNames(refDictCode(target, field.by), values)
  if (!withDialog || !mayList || props.inCell) return <RefSelect {...props} />
  const dialogProps = (close: () => void) => ({
    multiple,
    by: field.by ?? 'id',
    initial: values.map((key, index) => ({ key, label: names[index] ?? key })),
    onCancel: close,
    onConfirm(chosen: readonly Chosen[]) {
      const keys = chosen.map(({ key }) => key)
      onChange?.(multiple ? keys : (keys[0] ?? ''))
      close()
    },
  })
  return (
    <WithDialog
      label={field.label}
      disabled={disabled}
      dialog={(close) => (
        <Suspense fallback={null}>
          {target.name === 'user' ? (
            <PeopleDialog {...dialogProps(close)} />
          ) : (
            <ResourcePickDialog {...dialogProps(close)} resource={target} />
          )}
        </Suspense>
      )}
    >
      <RefSelect {...props} />
    </WithDialog>
  )
}

const listOf = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => Boolean(each))

function RefSelect({
  field,
  target,
  multiple = false,
  placeholder,
  value,
  inCell,
  ...input
}: Omit<RowProps, 'withDialog'>) {
  const { words: keyword, search, select, turned } = useCellSelect(inCell)
  const [open, setOpen] = useState(inCell !== undefined)
  const asked = useDebounced(keyword)
  const code = refDictCode(target, field.by)
  const found = useQuery({
    queryKey: ['ref', code, 'search', asked],
    queryFn: ({ signal }) => searchDict(code, asked, signal),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const values = listOf(value)
  const names = useRefNames(code, values)
  // Rows of earlier words stay until those of the new ones are there; what does not fit the words is none to take.
  const isWaiting = asked !== keyword || found.isPlaceholderData
  const fitting = (found.data ?? []).filter(({ text }) => !isWaiting || text.includes(keyword))
  const offered = new Set(fitting.map((option) => option.value))
  const chosen = values.flatMap((each, index) =>
    offered.has(each) ? [] : [{ value: each, text: names[index] ?? each }],
  )
  // Behind what was searched for: Enter takes the first.
  const options = keyword === '' ? [...chosen, ...fitting] : [...fitting, ...chosen]
  return (
    <Select<string | string[]>
      {...input}
      {...select}
      value={multiple ? values : (values[0] ?? null)}
      className="full"
      allowClear
      placeholder={placeholder ?? emptyHint(`请选择${field.label}`, input.disabled)}
      {...(multiple ? { mode: 'multiple' as const, maxTagTextLength: tagLength, ...manyTags } : {})}
      showSearch={{ filterOption: false, ...search }}
      onOpenChange={(isOpen) => {
        setOpen(isOpen)
        turned(isOpen)
      }}
      options={options.map((option) => ({ value: option.value, label: option.text }))}
      notFoundContent={emptyText({ isLoading: found.isFetching || isWaiting, keyword })}
    />
  )
}

/** The text as it was when nothing had been typed for a while. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => afterLastKey(() => setSettled(value)), [value])
  return settled
}
