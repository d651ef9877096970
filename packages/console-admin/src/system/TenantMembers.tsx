import { tenantEndpoints, type TenantMember } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Popconfirm, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { callForMessage, call } from '@suoan/console-base/request/call.ts'
import { UserPickDialog } from '@suoan/console-base/resource/pickers/UserPickDialog.tsx'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import '@suoan/console-base/resource/resource.css'

const manage = 'system:tenant:edit'

/** The people of a tenant: those of the platform are put in and taken out, those made in it stay. */
export function TenantMembers({
  tenantId,
  name,
  onClose,
}: {
  tenantId: number
  name: string
  onClose(): void
}) {
  const client = useQueryClient()
  const [username, setUsername] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [picking, setPicking] = useState(false)
  const queryKey = ['tenant', tenantId, 'users']
  const members = useQuery({
    queryKey: [...queryKey, username, pageNo],
    queryFn: ({ signal }) =>
      call(
        tenantEndpoints.members,
        { tenantId, pageNo, pageSize: 10, ...(username ? { username } : {}) },
        { signal },
      ),
  })
  const done = (answer: { message: string }) => {
    void feedback().message.success(answer.message)
    setPicking(false)
    void client.invalidateQueries({ queryKey })
  }
  const add = useMutation({
    mutationFn: (userIdList: string[]) =>
      callForMessage(tenantEndpoints.addMembers, { tenantId, userIdList }),
    onSuccess: done,
  })
  const remove = useMutation({
    mutationFn: (id: string) => callForMessage(tenantEndpoints.removeMembers, { tenantId, userIds: id }),
    onSuccess: done,
  })
  return (
    <AppModal
      open
      fullscreen
      reading
      width={880}
      title={`租户“${name}”的用户`}
      footer={null}
      onCancel={onClose}
    >
      <Space wrap className="toolbar">
        <Input.Search
          allowClear
          placeholder="账号或姓名"
          onSearch={(text) => (setUsername(text.trim()), setPageNo(1))}
        />
        <Can do={manage}>
          <Button type="primary" onClick={() => setPicking(true)}>
            添加平台用户
          </Button>
        </Can>
      </Space>
      {members.isError ? (
        <ErrorState error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <Table<TenantMember>
          size="middle"
          bordered
          rowKey="id"
          scroll={{ x: 'max-content' }}
          loading={members.isPending || remove.isPending}
          dataSource={members.data?.records ?? []}
          locale={{ emptyText: username ? '没有账号或姓名相符的用户' : '该租户还没有用户' }}
          pagination={{
            current: pageNo,
            pageSize: 10,
            total: members.data?.total ?? 0,
            onChange: setPageNo,
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
          }}
          columns={[
            { title: '用户账号', dataIndex: 'username' },
            { title: '用户姓名', dataIndex: 'realname' },
            { title: '手机号码', dataIndex: 'phone', render: (text: string | null) => text || '—' },
            {
              title: '身份',
              key: 'kind',
              render: (_, row) => (
                <>
                  <Tag>{row.isHome ? '本租户账号' : '平台账号'}</Tag>
                  {row.isAdmin && <Tag color="blue">管理员</Tag>}
                  {row.isFrozen && <Tag color="red">冻结</Tag>}
                </>
              ),
            },
            {
              title: '操作',
              key: 'actions',
              width: 90,
              align: 'center',
              render: (_, row) =>
                row.isHome ? (
                  '—'
                ) : (
                  <Can do={manage}>
                    <Popconfirm
                      title={`确定把“${row.realname}”移出该租户吗?`}
                      onConfirm={() => remove.mutate(row.id)}
                    >
                      <Button type="link" size="small" className="link">
                        移出
                      </Button>
                    </Popconfirm>
                  </Can>
                ),
            },
          ]}
        />
      )}
      {picking && (
        <UserPickDialog
          title="添加平台用户（加入后只在租户内工作）"
          multiple
          by="id"
          confirmLoading={add.isPending}
          onConfirm={(chosen) =>
            chosen.length === 0
              ? void feedback().message.warning('请选择一条记录！')
              : add.mutate(chosen.map(({ key }) => key))
          }
          onCancel={() => setPicking(false)}
        />
      )}
    </AppModal>
  )
}
