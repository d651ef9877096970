import { message, messageEndpoints, messageState, type QueueSummary } from '@suoan/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import './message-center.css'

type MessageRow = RowOf<typeof message.fields>

/** `message_state`. */
const looks: Readonly<Record<number, Look>> = {
  [messageState.waiting]: { text: '待发送', icon: 'send', tone: 'processing' },
  [messageState.sent]: { text: '已送出', icon: 'done', tone: 'success' },
  [messageState.retrying]: { text: '待重试', icon: 'late', tone: 'warning' },
  [messageState.dead]: { text: '死信', icon: 'alert', tone: 'error' },
  [messageState.undeliverable]: { text: '无法投递', icon: 'reject', tone: 'error' },
  [messageState.cancelled]: { text: '已取消', icon: 'void', tone: 'default' },
  [messageState.kept]: { text: '留存未发送', icon: 'none', tone: 'default' },
}
const unknownLook: Look = { text: '未知', icon: 'unknown', tone: 'default' }
const resendCode = 'system:message:resend'
const queryKey = ['message-summary']

/** 消息管理: what left the console and what did not, dead letters, and sending again (5-screens.md §7.1). */
export default function MessageListPage() {
  const client = useQueryClient()
  const summary = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(messageEndpoints.summary, {}, { signal, quiet: true }),
    refetchInterval: 15_000,
  })
  const after = (list: ResourceList, text: string): void => {
    void feedback().message.success(text)
    list.reload()
    void client.invalidateQueries({ queryKey })
  }
  const resend = async (rows: readonly MessageRow[], list: ResourceList): Promise<void> => {
    const ids = rows.map(({ id }) => id)
    after(list, (await callForMessage(messageEndpoints.resend, { ids })).message)
  }
  return (
    <div className="card">
      <ResourceView
        resource={message}
        exportName="推送消息模板"
        search={['esTitle', 'esContent', 'esReceiver', 'state', 'esType', 'event']}
        list={[
          'esTitle',
          'esContent',
          'esReceiver',
          'esType',
          'state',
          'esSendNum',
          'esSendTime',
          'createTime',
        ]}
        above={<Summary data={summary.data} />}
        columns={{
          esTitle: { width: 170, align: 'left' },
          esContent: { align: 'left', render: (row) => <span className="message-cut">{plain(row)}</span> },
          esReceiver: { width: 120, align: 'left' },
          esType: { width: 100, align: 'center' },
          esSendNum: { width: 90, align: 'center' },
          state: {
            width: 240,
            align: 'left',
            beside: ['esResult', 'nextTime'],
            render: (row) => <State row={row} />,
          },
          esSendTime: { width: 170, align: 'center' },
          createTime: { width: 170, align: 'center' },
        }}
        addLabel="发送消息"
        mayEdit={(row) => row.state !== messageState.sent}
        rowActions={[
          {
            key: 'resend',
            label: '重新发送',
            primary: true,
            permission: resendCode,
            when: mayResend,
            run: (row, list) => resend([row], list),
          },
          {
            key: 'cancel',
            label: '取消发送',
            permission: resendCode,
            when: (row) => row.state === messageState.waiting || row.state === messageState.retrying,
            question: (row) => `取消后“${row.esTitle}”不再发送给 ${row.esReceiver}。确定取消吗？`,
            run: async (row, list) =>
              after(list, (await callForMessage(messageEndpoints.cancel, { ids: [row.id] })).message),
          },
        ]}
        batchActions={[
          {
            key: 'resend',
            label: '重新发送',
            permission: resendCode,
            guard: (rows) => (rows.some(mayResend) ? null : '所选消息都已送出，不需要重新发送'),
            run: (rows, list) => resend(rows.filter(mayResend), list),
          },
        ]}
        toolbar={[
          {
            key: 'allDead',
            label: '重发全部死信',
            permission: resendCode,
            run: (list) =>
              confirmAction(
                { title: '重发全部死信', content: '全部死信重新排队，每条最多再试 6 次。确定重发吗？' },
                async () =>
                  after(list, (await callForMessage(messageEndpoints.resend, { allDead: true })).message),
              ),
          },
        ]}
        form={{ width: 650 }}
        emptyText="还没有发送过消息"
      />
    </div>
  )
}

const resendable: ReadonlySet<number> = new Set([
  messageState.retrying,
  messageState.dead,
  messageState.undeliverable,
  messageState.cancelled,
])
const mayResend = (row: MessageRow): boolean => resendable.has(row.state ?? messageState.sent)

const plain = (row: MessageRow): string => (row.esContent ?? '').replace(/<[^>]*>/g, ' ').trim()

function State({ row }: { readonly row: MessageRow }) {
  return (
    <>
      <StatusBadge look={looks[row.state ?? -1] ?? unknownLook} />
      {row.esResult && <div className="message-why">{row.esResult}</div>}
      {row.nextTime && row.state === messageState.retrying && <div>下次 {row.nextTime}</div>}
    </>
  )
}

const ways: Readonly<Record<string, string>> = {
  gateway: '已接通',
  outbox: '未配置，留存在本系统（演示）',
  none: '未配置',
}

/** What waits, what is dead, and which channels are there at all. */
function Summary({ data }: { readonly data: QueueSummary | undefined }) {
  if (data === undefined) return null
  const isBad = data.dead + data.undeliverable > 0
  return (
    <Alert
      type={isBad ? 'warning' : 'info'}
      showIcon
      style={{ marginBottom: 'var(--space-m)' }}
      title={`待发送 ${data.waiting} 条，待重试 ${data.retrying} 条，死信 ${data.dead} 条，无法投递 ${data.undeliverable} 条`}
      description={
        <div className="message-summary">
          {data.channels.map(({ channel, title, delivery }) => (
            <span key={channel}>
              {title}：{ways[delivery]}
            </span>
          ))}
        </div>
      }
    />
  )
}
