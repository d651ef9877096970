import { signInEndpoints } from '@suoan/contract'
import type { OwnSession } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm, Table, Tag } from 'antd'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { deviceOf } from './device-of.ts'

const queryKey = ['account', 'sessions']

/** Where one is signed in, each with the way to end it. */
export function Sessions() {
  const client = useQueryClient()
  const isNarrow = useIsNarrow()
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(signInEndpoints.ownSessions, {}, { signal, quiet: true }),
  })
  const end = useMutation({
    mutationFn: (id: string) => callForMessage(signInEndpoints.endOwnSession, { id }),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <Answered query={sessions}>
      {(rows) => (
        <Table<OwnSession>
          size="middle"
          bordered
          rowKey="id"
          dataSource={rows}
          pagination={rows.length > 10 ? { pageSize: 10 } : false}
          {...(isNarrow ? {} : { scroll: { x: 640 } })}
          columns={[
            {
              title: '设备',
              key: 'device',
              render: (_, row) => (
                <span title={row.userAgent ?? ''}>
                  {deviceOf(row.userAgent)} {row.current && <Tag color="success">本机</Tag>}
                  {isNarrow && (
                    <small className="account-facts">
                      {row.ip ?? '地址未知'}，{row.loginTime} 登录，最近活动 {row.lastSeen}
                    </small>
                  )}
                </span>
              ),
            },
            ...(isNarrow
              ? []
              : [
                  { title: 'IP', dataIndex: 'ip', width: 140, render: (ip: string | null) => ip ?? '—' },
                  { title: '登录时间', dataIndex: 'loginTime', width: 170 },
                  { title: '最近活动', dataIndex: 'lastSeen', width: 170 },
                ]),
            {
              title: '操作',
              key: 'actions',
              width: 90,
              align: 'center',
              render: (_, row) =>
                row.current ? (
                  '—'
                ) : (
                  <Popconfirm title="确定让这处登录退出吗?" onConfirm={() => end.mutate(row.id)}>
                    <Button type="link" size="small" className="link">
                      退出
                    </Button>
                  </Popconfirm>
                ),
            },
          ]}
        />
      )}
    </Answered>
  )
}
