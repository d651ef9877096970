import { BookOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { announcementEndpoints, type OwnReceipt } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Pagination, Table } from 'antd'
import { useState } from 'react'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { confirmAction, runAction } from '@suoan/console-base/resource/run-action.ts'
import { priorityLook } from '@suoan/console-base/notices/bell-model.ts'
import '@suoan/console-base/notices/bell.css'
import { senderOf } from '@suoan/console-base/notices/MessageText.tsx'
import { showNotice } from '@suoan/console-base/notices/shown-notice.ts'
import { markRead } from '@suoan/console-base/notices/use-bell.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import './messages.css'

const key = ['notices', 'own'] as const

/** 我的消息: everything addressed to me, unread first (5-screens.md §6.14). */
export default function MessagePage() {
  const [asked, setAsked] = useState({ titile: '', sender: '', pageNo: 1, pageSize: 10 })
  const [titile, setTitle] = useState('')
  const [sender, setSender] = useState('')
  const isMobile = useIsMobile()
  const query = useQuery({
    queryKey: [...key, asked],
    queryFn: ({ signal }) => call(announcementEndpoints.ownReceipts, asked, { signal, quiet: true }),
  })
  const search = () => setAsked({ ...asked, titile, sender, pageNo: 1 })
  const reset = () => {
    setTitle('')
    setSender('')
    setAsked({ ...asked, titile: '', sender: '', pageNo: 1 })
  }
  const pager = {
    current: asked.pageNo,
    pageSize: asked.pageSize,
    total: query.data?.total ?? 0,
    onChange: (pageNo: number, pageSize: number) => setAsked({ ...asked, pageNo, pageSize }),
  }
  const rows = query.data?.records ?? []
  const open = (row: OwnReceipt) =>
    void runAction(async () => {
      showNotice(row)
      if (row.readFlag === '0') await markRead(row.anntId)
    })
  const readAll = () =>
    confirmAction({ title: '确认操作', content: '是否全部标注已读?' }, async () => {
      const { message } = await callForMessage(announcementEndpoints.readAll, {})
      void feedback().message.success(message)
      await queryClient.invalidateQueries({ queryKey: ['notices'] })
    })
  return (
    <div className="card">
      <form
        className="message-query"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <label>
          标题：
          <Input
            value={titile}
            placeholder="请输入标题"
            allowClear
            onChange={(event) => setTitle(event.target.value)}
          />
        </label>
        <label>
          发布人：
          <Input
            value={sender}
            placeholder="请输入发布人"
            allowClear
            onChange={(event) => setSender(event.target.value)}
          />
        </label>
        <Button htmlType="submit" icon={<SearchOutlined />}>
          查询
        </Button>
        <Button type="text" icon={<ReloadOutlined />} onClick={reset}>
          重置
        </Button>
        <Button icon={<BookOutlined />} onClick={readAll}>
          全部标注已读
        </Button>
      </form>
      <OrError query={query}>
        {isMobile ? (
          query.isPending ? (
            <LoadingState rows={5} />
          ) : (
            <>
              <MessageCards rows={rows} onOpen={open} />
              {rows.length === 0 ? (
                <EmptyState text="没有消息" />
              ) : (
                <Pagination {...pager} simple align="center" />
              )}
            </>
          )
        ) : (
          <Table<OwnReceipt>
            rowKey="id"
            size="middle"
            bordered
            // Fixed: a long title would otherwise squeeze the other columns.
            tableLayout="fixed"
            scroll={{ x: 900 }}
            loading={query.isPending}
            dataSource={rows}
            locale={{ emptyText: <EmptyState text="没有消息" /> }}
            pagination={{
              ...pager,
              showSizeChanger: true,
              pageSizeOptions: [10, 20, 30],
              showTotal: (total, [from, to]) => `${from}-${to} 共${total}条`,
            }}
            columns={[
              {
                title: '标题',
                render: (_, row) => (
                  <span className={row.readFlag === '0' ? 'message-unread' : 'message-read'}>
                    {row.titile}
                  </span>
                ),
              },
              {
                title: '消息类型',
                width: 110,
                render: (_, row) => (row.msgCategory === '1' ? '通知公告' : '系统消息'),
              },
              { title: '发布人', width: 110, render: (_, row) => senderOf(row) },
              { title: '发布时间', dataIndex: 'sendTime', width: 170 },
              {
                title: '优先级',
                width: 130,
                render: (_, row) => <StatusBadge look={urgency(row)} />,
              },
              {
                title: '阅读状态',
                width: 110,
                render: (_, row) => <StatusBadge look={readLook(row)} />,
              },
              {
                title: '操作',
                width: 90,
                render: (_, row) => (
                  <Button type="link" size="small" onClick={() => open(row)}>
                    查看
                  </Button>
                ),
              },
            ]}
          />
        )}
      </OrError>
    </div>
  )
}

const urgency = ({ priority }: OwnReceipt): Look => ({
  ...priorityLook(priority),
  icon: priority === 'H' ? 'alert' : 'send',
})
const readLook = ({ readFlag }: OwnReceipt): Look =>
  readFlag === '1'
    ? { text: '已读', icon: 'done', tone: 'default' }
    : { text: '未读', icon: 'late', tone: 'processing' }

/** Messages on a phone: the whole card opens one. */
function MessageCards({ rows, onOpen }: { rows: readonly OwnReceipt[]; onOpen(row: OwnReceipt): void }) {
  return (
    <div className="message-cards">
      {rows.map((row) => (
        <button key={row.id} type="button" onClick={() => onOpen(row)}>
          <span className={row.readFlag === '0' ? 'message-unread' : 'message-read'}>{row.titile}</span>
          <span className="message-marks">
            <StatusBadge look={urgency(row)} />
            <StatusBadge look={readLook(row)} />
          </span>
          <small>
            {senderOf(row)} · {row.sendTime?.slice(0, 16)}
          </small>
        </button>
      ))}
    </div>
  )
}
