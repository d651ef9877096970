import { permissionOf, type Resource } from '@suoan/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { RequestFailure, staleCode } from '../request/failure.ts'
import { feedback, showFailure } from '../feedback.ts'
import { useHiddenParts } from '../session/Can.tsx'
import type { ListRow } from './list-row.ts'
import { resourceApi } from './resource-api.ts'
import { resourceKey } from './resource-key.ts'
import { draftOf, initialValues } from './widgets/form-value.ts'

export type FormMode = 'add' | 'edit' | 'detail'

export interface FormOptions {
  readonly mode: FormMode
  /** The row to edit or show; for add, values to begin with. */
  readonly row: Partial<ListRow> | null
  /** Values that go with every save and are not asked. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Changes the body before it is sent. */
  readonly toDraft?: (
    draft: Record<string, unknown>,
    values: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>
  /** Sends the body; add and edit of the resource by default. Gives the message for the person. */
  readonly send?: (body: Record<string, unknown>, mode: FormMode) => Promise<string>
  /** Fields of the form; those of the description by default. */
  readonly names?: readonly string[]
  onSaved(): void
}

/** What another person saved while this form was open. */
export interface Conflict {
  readonly base: Partial<ListRow>
  readonly current: ListRow
}

/** Values, rules and the save of a form; the form dialog of `resourcePage` without its looks. */
export function useResourceForm(resource: Resource, options: FormOptions) {
  const { mode, fixed, toDraft, onSaved } = options
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const all = options.names ?? resource.form
  // Of a stored row he is not given these columns and an edit keeps them; in a new row he may write what he knows.
  const names = mode === 'add' ? all : all.filter((name) => !hidden.includes(name))
  const [form] = Form.useForm<Record<string, unknown>>()
  const [row, setRow] = useState(options.row)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const client = useQueryClient()
  const api = resourceApi(resource)
  // Who closed the form while it was sent is somewhere else: what comes of it is said, and closes nothing there.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (values: Record<string, unknown>) => {
      const known = mode === 'edit' ? row : null
      const draft = { ...draftOf(resource, names, values, known), ...fixed }
      const body = toDraft ? toDraft(draft, values) : draft
      if (options.send) return options.send(body, mode)
      return mode === 'edit' ? api.edit(body) : api.add(body)
    },
    onSuccess: (message) => {
      void feedback().message.success(message || '保存成功')
      void client.invalidateQueries({ queryKey: resourceKey(resource) })
      if (isShown.current) onSaved()
    },
    onError: async (error) => {
      const stale = error instanceof RequestFailure && error.code === staleCode && typeof row?.id === 'string'
      if (!stale || !isShown.current) return showFailure(error)
      setConflict({ base: row, current: await api.find(row.id) })
    },
  })

  // The fields are judged before anything is sent, some of them by the server: a second press meanwhile is none.
  const stage = useRef<'idle' | 'judged' | 'sent'>('idle')
  const end = () => {
    stage.current = 'idle'
  }
  return {
    form,
    names,
    mode,
    row,
    save,
    conflict,
    initialValues: initialValues(resource, names, row),
    submit() {
      if (stage.current !== 'idle') return
      stage.current = 'judged'
      form.submit()
    },
    /** What the form's fields have been judged to be; Enter in a field comes here without `submit`. */
    onFinish(values: Record<string, unknown>) {
      if (stage.current === 'sent') return
      stage.current = 'sent'
      save.mutate(values, { onSettled: end })
    },
    onFinishFailed: end,
    /** Gives up one's own values and begins again with what is stored now. */
    takeCurrent() {
      if (!conflict) return
      setRow(conflict.current)
      form.setFieldsValue(initialValues(resource, names, conflict.current))
      setConflict(null)
    },
    /** Keeps one's own values and saves them over what is stored now, knowing what it was. */
    keepMine() {
      if (!conflict) return
      const revision = conflict.current['revision']
      setRow({ ...row, revision })
      setConflict(null)
      void feedback().message.info('已载入最新版本号，请核对后再次保存')
    },
    closeConflict: () => setConflict(null),
  }
}

export type ResourceForm = ReturnType<typeof useResourceForm>
