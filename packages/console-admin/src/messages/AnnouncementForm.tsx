import { announcement, uploadBytes, type Resource } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { RichTextEditor } from '@suoan/ui/rich-text-editor'
import { Form, Radio } from 'antd'
import { useState, type ComponentProps } from 'react'
import { pictureOf } from '@suoan/console-base/notices/RichText.tsx'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { sendFile } from '@suoan/console-base/request/send-file.ts'
import { useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { useFieldJudge } from '@suoan/console-base/resource/field-judge.ts'

const titles = { add: '新增通告', edit: '编辑通告', detail: '通告详情' }
const names = [
  'msgCategory',
  'titile',
  'msgAbstract',
  'startTime',
  'endTime',
  'msgType',
  'userIds',
  'priority',
  'msgContent',
]
const preset = { msgCategory: '1', msgType: 'ALL', priority: 'H' }

/** What the form asks for beyond what the wire needs (5-screens.md §6.13); announcements of others may lack it. */
const asked: Resource = {
  ...announcement,
  fields: {
    ...announcement.fields,
    msgAbstract: { ...announcement.fields.msgAbstract, required: true },
    endTime: { ...announcement.fields.endTime, required: true },
    msgType: { ...announcement.fields.msgType, label: '接收用户' },
    userIds: { ...announcement.fields.userIds, required: true },
  },
}

/** Add and edit of an announcement: to everybody or to named users, with a text that has structure. */
export function AnnouncementForm({ mode, row, onClose }: FormProps) {
  const form = useResourceForm(announcement, {
    mode,
    row: mode === 'add' ? { ...preset, ...row } : row,
    names,
    onSaved: onClose,
    // Receivers of a former choice are not kept for everybody.
    toDraft: (draft, { msgType }) => (msgType === 'USER' ? draft : { ...draft, userIds: null }),
  })
  const isNamed = Form.useWatch('msgType', form.form) === 'USER'
  return (
    <AppModal
      open
      fullscreen
      title={titles[mode]}
      width={900}
      confirmLoading={form.save.isPending}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <FormFields
        resource={asked}
        form={form}
        columns={2}
        inputs={{
          msgCategory: () => <DictRadio code="msg_category" />,
          msgType: () => <DictRadio code="msg_type" />,
          priority: () => <DictRadio code="priority" />,
          ...(isNamed ? {} : { userIds: false as const }),
          msgContent: ({ disabled }) => <Content disabled={disabled} />,
        }}
      />
      {form.conflict && <ConflictDialog resource={announcement} form={form} conflict={form.conflict} />}
    </AppModal>
  )
}

function DictRadio({ code, ...input }: { code: string } & ComponentProps<typeof Radio.Group>) {
  const options = useDictionary(code).map(({ value, text }) => ({ value, label: text }))
  return <Radio.Group {...input} options={options} />
}

interface ContentProps {
  readonly disabled: boolean
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (html: string) => void
}

/** A form waits for pictures that are still on their way. */
function Content(input: ContentProps) {
  const [problem, setProblem] = useState<string | null>(null)
  useFieldJudge(() => problem)
  return (
    <RichTextEditor
      {...input}
      label="内容"
      placeholder="请输入内容，可以粘贴 Word、WPS 的文字和图片"
      limit={announcement.fields.msgContent.max}
      maxBytes={uploadBytes}
      pictureOf={pictureOf}
      upload={async (file, options) => fileUrl(await sendFile(file, { ...options, biz: 'jeditor', extra }))}
      onPending={setProblem}
    />
  )
}

/** What the rich editor sends along (2-data-entry.md §7). */
const extra = { jeditor: '1', isup: '1' }
