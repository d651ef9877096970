import { announcement, type Resource } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Form, Input, Radio } from 'antd'
import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { feedback } from '@suoan/console-base/feedback.ts'

const Editor = lazyPart('RichTextEditor', () => import('@suoan/ui/rich-text').then((m) => m.RichTextEditor))

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

type ContentProps = Omit<ComponentProps<typeof Editor>, 'label' | 'askAddress'>

function Content(input: ContentProps) {
  return (
    <Suspense fallback={<Input.TextArea disabled rows={8} placeholder="编辑器加载中…" />}>
      <Editor {...input} label="内容" askAddress={askAddress} />
    </Suspense>
  )
}

/** Asks where a link leads: empty takes the link away. */
function askAddress(present: string): Promise<string | null | undefined> {
  let typed = present
  return new Promise((resolve) => {
    feedback().modal.confirm({
      title: '链接地址',
      content: (
        <Input
          aria-label="链接地址"
          defaultValue={present}
          placeholder="https://… 或 /isps/…；留空则取消链接"
          onChange={(event) => {
            typed = event.target.value.trim()
          }}
        />
      ),
      okText: '确定',
      cancelText: '取消',
      onOk: () => resolve(typed === '' ? null : typed),
      onCancel: () => resolve(undefined),
    })
  })
}
