import { messageEndpoints, messageTemplate } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { TemplateForm } from './TemplateForm.tsx'
import './message-center.css'

const SendDialog = lazyPart('SendDialog', () => import('./SendDialog.tsx').then((m) => m.SendDialog))

type TemplateRow = RowOf<typeof messageTemplate.fields>
const isUsed = (row: TemplateRow) => row.useStatus === '1'
const sendCode = messageEndpoints.send.access
const edit = 'system:messageTemplate:edit'

/** 模板管理: texts with variables, what uses them, and a test (5-screens.md §7.2). */
export default function TemplatePage() {
  const [sent, setSent] = useState<TemplateRow | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={messageTemplate}
        exportName="消息模板"
        search={['templateCode', 'templateContent']}
        columns={{
          templateCode: { width: 170, align: 'left' },
          templateName: { width: 200, align: 'left' },
          templateContent: {
            align: 'left',
            render: (row) => <span className="message-cut">{textOf(row)}</span>,
          },
          templateType: { width: 100, align: 'center' },
          event: { width: 130, align: 'center' },
          useStatus: {
            width: 110,
            align: 'center',
            render: (row) => (
              <StatusBadge
                look={
                  isUsed(row)
                    ? { text: '已应用', icon: 'done', tone: 'success' }
                    : { text: '未应用', icon: 'none', tone: 'default' }
                }
              />
            ),
          },
        }}
        mayEdit={(row) => !isUsed(row)}
        mayDelete={(row) => !isUsed(row)}
        rowActions={[
          {
            key: 'use',
            label: '应用',
            permission: edit,
            when: (row) => !isUsed(row),
            run: (row, list) => use(row, '1', list),
          },
          {
            key: 'stop',
            label: '停用',
            permission: edit,
            when: isUsed,
            question: (row) => `停用后，“${row.templateName}”不再用于发送，可以修改。确定停用吗？`,
            run: (row, list) => use(row, '0', list),
          },
          {
            key: 'test',
            label: '发送测试',
            ...(typeof sendCode === 'object' ? { permission: sendCode.permission } : {}),
            run: (row) => setSent(row),
          },
        ]}
        Form={TemplateForm}
        emptyText="还没有消息模板。没有模板时，系统用业务事件自带的文字发送"
      />
      <Suspense fallback={null}>
        {sent && <SendDialog template={sent} onClose={() => setSent(null)} />}
      </Suspense>
    </div>
  )
}

async function use(row: TemplateRow, useStatus: '0' | '1', list: ResourceList): Promise<void> {
  await resourceApi(messageTemplate).edit({ id: row.id, useStatus, revision: row.revision })
  void feedback().message.success(
    useStatus === '1' ? `已应用“${row.templateName}”` : `已停用“${row.templateName}”`,
  )
  list.reload()
}

const textOf = (row: TemplateRow): string => (row.templateContent ?? '').replace(/<[^>]*>/g, ' ').trim()
