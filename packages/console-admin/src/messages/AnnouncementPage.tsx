import { announcement, announcementEndpoints } from '@suoan/contract'
import { Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import './messages.css'

const ShowDialog = lazyPart('ShowDialog', () => import('./ShowDialog.tsx').then((m) => m.ShowDialog))

interface AnnouncementMore {
  readonly readCount?: number
  readonly unreadCount?: number
}
type AnnouncementRow = RowOf<typeof announcement.fields, AnnouncementMore>

/** `send_status`. */
const sendStatus = { draft: '0', published: '1', revoked: '2' } as const
const statusOf = (row: AnnouncementRow) => row.sendStatus ?? sendStatus.draft
const publish = { permission: 'system:announcement:edit', primary: true } as const

/** `msg_category`: what people write, and what the server writes for them by the hundred. */
const kinds = [
  { key: '1', label: '通知公告' },
  { key: '2', label: '系统消息' },
]

/** 系统通告: drafts are written, released to everybody or to named users, and revoked (5-screens.md §6.13). */
export default function AnnouncementPage() {
  const [shown, setShown] = useState<AnnouncementRow | null>(null)
  const [kind, setKind] = useState('1')
  const [, setParams] = usePageParams()
  return (
    <div className="card">
      <Tabs
        activeKey={kind}
        items={kinds}
        onChange={(next) => {
          // Conditions and the page number belong to the list that is left.
          setParams({}, { replace: true })
          setKind(next)
        }}
      />
      <ResourceView<typeof announcement.fields, AnnouncementMore>
        key={kind}
        resource={announcement}
        fixed={{ msgCategory: kind }}
        exportName="系统通告列表"
        search={['titile']}
        list={[
          'titile',
          'msgCategory',
          'sender',
          'priority',
          'msgType',
          'sendStatus',
          'startTime',
          'endTime',
          'sendTime',
          'cancelTime',
        ]}
        columns={{
          titile: { width: 220 },
          priority: { width: 90, align: 'center', render: (row) => <StatusBadge look={priorityOf(row)} /> },
          sendStatus: { width: 110, align: 'center', render: (row) => <StatusBadge look={releaseOf(row)} /> },
          read: { title: '已读 / 未读', width: 110, align: 'center', sorter: false, render: readOf },
        }}
        mayEdit={(row) => statusOf(row) !== sendStatus.published}
        mayDelete={(row) => statusOf(row) !== sendStatus.published}
        rowActions={[
          {
            ...publish,
            key: 'release',
            label: '发布',
            confirm: '确定发布吗?',
            when: (row) => statusOf(row) !== sendStatus.published,
            run: (row, list) => change('release', row, list),
          },
          {
            ...publish,
            key: 'revoke',
            label: '撤销',
            confirm: '确定撤销吗?',
            when: (row) => statusOf(row) === sendStatus.published,
            run: (row, list) => change('revoke', row, list),
          },
          { key: 'show', label: '查看', run: (row) => setShown(row) },
        ]}
        Form={AnnouncementForm}
      />
      <Suspense fallback={null}>
        {shown && <ShowDialog id={shown.id} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

async function change(what: 'release' | 'revoke', row: AnnouncementRow, list: ResourceList): Promise<void> {
  const { message } = await callForMessage(announcementEndpoints[what], { id: row.id })
  void feedback().message.success(message)
  list.reload()
}

const priorities: Readonly<Record<string, Look>> = {
  H: { text: '高', icon: 'alert', tone: 'error' },
  M: { text: '中', icon: 'send', tone: 'warning' },
  L: { text: '低', icon: 'send', tone: 'processing' },
}
const lowest: Look = { text: '低', icon: 'send', tone: 'processing' }
const priorityOf = (row: AnnouncementRow): Look => priorities[row.priority ?? ''] ?? lowest

function releaseOf(row: AnnouncementRow): Look {
  const status = statusOf(row)
  if (status === sendStatus.published) return { text: '已发布', icon: 'done', tone: 'success' }
  return status === sendStatus.revoked
    ? { text: '已撤销', icon: 'void', tone: 'default' }
    : { text: '未发布', icon: 'edit', tone: 'default' }
}

/** Nobody can have read what was never released. */
const readOf = (row: AnnouncementRow) =>
  statusOf(row) === sendStatus.draft ? '—' : `${row.readCount ?? 0} / ${row.unreadCount ?? 0}`
