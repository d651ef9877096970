import { sessionEndpoints } from '@suoan/contract'
import type { OnlineRow } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input, Popconfirm, Space, Table, Typography, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { dictionaryText, useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import '@suoan/console-base/resource/resource.css'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { UserAvatar } from './UserAvatar.tsx'

/** 在线用户: who is signed in, and 强退 (5-screens.md §6.19). */
export default function OnlinePage() {
  const [username, setUsername] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const sexes = useDictionary('sex')
  const isNarrow = useIsNarrow()
  const online = useQuery({
    queryKey: ['online', username, pageNo],
    queryFn: ({ signal }) =>
      call(
        sessionEndpoints.onlineList,
        { ...(username ? { username } : {}), pageNo, pageSize: 10 },
        { signal },
      ),
    refetchInterval: 30_000,
  })
  const end = useMutation({
    mutationFn: (row: OnlineRow) => call(sessionEndpoints.forceLogout, { token: row.token }),
    onSuccess: (_, row) => {
      void feedback().message.success(`已强制退出用户“${row.realname ?? row.username}”`)
      void online.refetch()
    },
  })
  return (
    <div className="card">
      <Space wrap className="toolbar">
        <Input.Search
          allowClear
          enterButton="查询"
          placeholder="请输入账号查询"
          onSearch={(text) => (setUsername(text.trim()), setPageNo(1))}
        />
      </Space>
      <OrError query={online}>
        <Table<OnlineRow>
          size="middle"
          bordered
          rowKey="id"
          loading={online.isPending || end.isPending}
          dataSource={online.data?.records ?? []}
          {...(isNarrow ? {} : { scroll: { x: 1120 } })}
          pagination={{
            current: pageNo,
            pageSize: 10,
            total: Number(online.data?.total ?? 0),
            onChange: setPageNo,
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
          }}
          columns={[
            ...(isNarrow ? narrow : wide(sexes)),
            {
              title: '操作',
              key: 'actions',
              align: 'center',
              width: 90,
              render: (_, row) =>
                row.current ? null : (
                  <Can do="system:online:forceLogout">
                    <Popconfirm title="强制退出用户？" onConfirm={() => end.mutate(row)}>
                      <Button danger type="primary" size="small">
                        强退
                      </Button>
                    </Popconfirm>
                  </Can>
                ),
            },
          ]}
        />
      </OrError>
    </div>
  )
}

const accountOf = ({ current, username }: OnlineRow): string => (current ? `${username}（我）` : username)

/** On a telephone: a person and his session are one cell. */
const narrow: TableColumnsType<OnlineRow> = [
  {
    title: '用户',
    key: 'username',
    render: (_, row) => (
      <>
        <div>
          {row.realname} <Typography.Text type="secondary">{accountOf(row)}</Typography.Text>
        </div>
        <div>登录地址 {row.ip}</div>
        <div>最近活动 {row.lastSeen}</div>
      </>
    ),
  },
]

const wide = (sexes: ReturnType<typeof useDictionary>): TableColumnsType<OnlineRow> => [
  { title: '用户账号', key: 'username', align: 'center', render: (_, row) => accountOf(row) },
  { title: '用户姓名', dataIndex: 'realname', align: 'center' },
  { title: '头像', key: 'avatar', align: 'center', width: 70, render: (_, row) => <UserAvatar {...row} /> },
  { title: '生日', dataIndex: 'birthday', align: 'center', width: 110 },
  {
    title: '性别',
    dataIndex: 'sex',
    align: 'center',
    width: 80,
    render: (value) => dictionaryText(sexes, value),
  },
  { title: '手机号', dataIndex: 'phone', align: 'center', width: 130 },
  { title: '登录地址', dataIndex: 'ip', align: 'center', width: 140 },
  { title: '登录时间', dataIndex: 'loginTime', align: 'center', width: 170 },
  { title: '最近活动', dataIndex: 'lastSeen', align: 'center', width: 170 },
]
