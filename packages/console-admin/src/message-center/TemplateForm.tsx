import { messageEndpoints, messageTemplate, uploadBytes } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Switch, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { Preview, type PreviewInput } from './Preview.tsx'
import './message-center.css'

const RichTextEditor = lazy(() =>
  import('@suoan/ui/rich-text-editor').then((m) => ({ default: m.RichTextEditor })),
)

const titles = { add: '新增模板', edit: '编辑模板', detail: '模板详情' }
const names = [
  'templateCode',
  'templateType',
  'templateName',
  'event',
  'templateContent',
  'templateTestJson',
  'templateVars',
  'useStatus',
]

/** Add and edit of a template, with the variables that it may use and what it becomes with its test data. */
export function TemplateForm({ mode, row, onClose }: FormProps) {
  const form = useResourceForm(messageTemplate, {
    mode,
    row: mode === 'add' ? { templateType: '1', useStatus: '0', ...row } : row,
    names,
    onSaved: onClose,
  })
  const [preview, setPreview] = useState<PreviewInput | null>(null)
  const values: unknown = Form.useWatch([], form.form)
  const text = (name: string) => {
    const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, name) : ''
    return typeof value === 'string' ? value : ''
  }
  const isRich = text('templateType') === '2'
  const event = text('event')
  const put = (name: string) =>
    form.form.setFieldValue('templateContent', `${text('templateContent')}\${${name}}`)
  return (
    <AppModal
      open
      fullscreen
      reading={mode === 'detail'}
      title={titles[mode]}
      width={800}
      confirmLoading={form.save.isPending}
      okClose={false}
      {...(mode === 'detail' ? { okButtonProps: { style: { display: 'none' } } } : {})}
      onOk={form.submit}
      onCancel={onClose}
    >
      <FormFields
        resource={messageTemplate}
        form={form}
        columns={2}
        inputs={{
          templateContent: ({ disabled }) =>
            isRich ? <Rich disabled={disabled} /> : <Input.TextArea rows={8} disabled={disabled} />,
          useStatus: ({ disabled }) => <Used disabled={disabled} />,
          ...(event ? { templateVars: false as const } : {}),
        }}
        after={{
          templateContent:
            mode !== 'detail' && event ? <Variables event={event} onPut={isRich ? null : put} /> : null,
        }}
      />
      <Button
        onClick={() =>
          setPreview({
            templateName: text('templateName'),
            templateContent: text('templateContent'),
            templateType: text('templateType') || '1',
            templateVars: event ? null : text('templateVars'),
            event: event || null,
            testData: text('templateTestJson'),
          })
        }
        style={{ marginBottom: 'var(--space-s)' }}
      >
        {preview ? '刷新预览' : '预览'}
      </Button>
      {preview && <Preview input={preview} />}
      {form.conflict && <ConflictDialog resource={messageTemplate} form={form} conflict={form.conflict} />}
    </AppModal>
  )
}

/** The variables of an event; a click puts one at the end of a plain text. */
function Variables({
  event,
  onPut,
}: {
  readonly event: string
  readonly onPut: ((name: string) => void) | null
}) {
  const events = useQuery({
    queryKey: ['message-events'],
    queryFn: ({ signal }) => call(messageEndpoints.events, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const variables = events.data?.find((each) => each.event === event)?.variables ?? []
  if (variables.length === 0) return null
  return (
    <div className="message-vars" role="group" aria-label="可用的变量">
      {variables.map(({ name, label, sample }) => (
        <Tooltip key={name} title={`示例：${sample}`}>
          <Button size="small" disabled={onPut === null} onClick={() => onPut?.(name)}>
            {label} <code>{`\${${name}}`}</code>
          </Button>
        </Tooltip>
      ))}
    </div>
  )
}

interface InputProps {
  readonly disabled: boolean
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string) => void
}

const Rich = (input: InputProps) => (
  <Suspense fallback={null}>
    <RichTextEditor
      {...input}
      label="模板内容"
      placeholder="请输入内容，变量写作 ${变量名}"
      limit={messageTemplate.fields.templateContent.max}
      maxBytes={uploadBytes}
      // A picture of our store is not reachable from a mail box.
      pictureOf={() => null}
      upload={() => Promise.reject(new Error('消息模板里不能放图片，请改用文字'))}
    />
  </Suspense>
)

const Used = ({ disabled, id, value, onChange }: InputProps) => (
  <Switch
    {...(id === undefined ? {} : { id })}
    disabled={disabled}
    checked={value === '1'}
    checkedChildren="是"
    unCheckedChildren="否"
    onChange={(on) => onChange?.(on ? '1' : '0')}
  />
)
