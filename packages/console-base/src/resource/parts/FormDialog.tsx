import type { Resource } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import type { ListRow } from '../list-row.ts'
import { useResourceForm } from '../use-resource-form.ts'
import type { FormOptions } from '../use-resource-form.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormFields } from './FormFields.tsx'
import type { InputOverride } from './FormFields.tsx'
import type { ReactNode } from 'react'

export interface FormDialogProps extends Pick<FormOptions, 'mode' | 'fixed' | 'toDraft' | 'names' | 'send'> {
  readonly resource: Resource
  readonly row: Partial<ListRow> | null
  readonly title?: string
  readonly width?: number
  readonly inputs?: Readonly<Record<string, InputOverride>>
  /** Further form items, each after the field it is named by. */
  readonly after?: Readonly<Record<string, ReactNode>>
  onClose(): void
}

const titles = { add: '新增', edit: '编辑', detail: '详情' } as const

/** 新增, 编辑 and 详情 in one dialog, made from the description (5-screens.md §4). */
export function FormDialog({ resource, title, width, inputs, after, onClose, ...options }: FormDialogProps) {
  const isDetail = options.mode === 'detail'
  const names = options.names ?? resource.form
  const form = useResourceForm(resource, {
    ...options,
    names: isDetail ? [...names, ...writtenByServer(resource, names)] : names,
    onSaved: onClose,
  })
  const columns = form.names.length > 6 ? 2 : 1
  return (
    <AppModal
      open
      fullscreen
      reading={isDetail}
      title={title ?? `${titles[options.mode]}${resource.title}`}
      width={width ?? (columns === 2 ? 880 : 640)}
      okText="确定"
      cancelText="关闭"
      confirmLoading={form.save.isPending}
      {...(isDetail ? { okButtonProps: { style: { display: 'none' } } } : {})}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <FormFields
        resource={resource}
        form={form}
        columns={columns}
        {...(inputs ? { inputs } : {})}
        {...(after ? { after } : {})}
      />
      {form.conflict && <ConflictDialog resource={resource} form={form} conflict={form.conflict} />}
    </AppModal>
  )
}

/** Columns of the list that nobody types: what became of a row belongs to its details. */
const writtenByServer = (resource: Resource, names: readonly string[]): readonly string[] =>
  resource.list.filter((name) => resource.fields[name]?.derived && !names.includes(name))
