import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Popconfirm, Space, Table } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import type { Page, user } from '@suoan/contract'
import { UserPickDialog } from '@suoan/console-base/resource/pickers/UserPickDialog.tsx'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { request } from '@suoan/console-base/request/client.ts'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'

const UserForm = lazyPart('UserForm', () => import('./UserForm.tsx').then((m) => m.UserForm))

const manage = 'system:role:edit'

/** The users of a role: add existing ones, take them out (5-screens.md §6.3). */
type Member = RowOf<typeof user.fields>

export function RoleMembers({ roleId }: { roleId: string }) {
  const [username, setUsername] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [selected, setSelected] = useState<string[]>([])
  const own = useMemo(() => [roleId], [roleId])
  const [picking, setPicking] = useState(false)
  const [form, setForm] = useState<Pick<FormProps, 'mode' | 'row'> | null>(null)
  const client = useQueryClient()
  const queryKey = ['role', roleId, 'users']
  const query = { roleId, pageNo, pageSize: 10, ...(username ? { username: `*${username}*` } : {}) }
  const members = useQuery({
    queryKey: [...queryKey, query],
    queryFn: async ({ signal }) =>
      (await request<Page<Member>>({ method: 'GET', path: '/sys/user/userRoleList', query, signal })).result,
  })
  const done = (answer: { message: string }) => {
    void feedback().message.success(answer.message)
    setSelected([])
    setPicking(false)
    void client.invalidateQueries({ queryKey })
  }
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) =>
      request({
        method: 'DELETE',
        path: '/sys/user/deleteUserRoleBatch',
        query: { roleId, userIds: ids.join(',') },
      }),
    onSuccess: done,
  })
  const add = useMutation({
    mutationFn: (userIdList: readonly string[]) =>
      request({ method: 'POST', path: '/sys/user/addSysUserRole', body: { roleId, userIdList } }),
    onSuccess: done,
  })
  if (members.isError) return <ErrorState error={members.error} onRetry={() => void members.refetch()} />
  return (
    <>
      <Space wrap className="toolbar">
        <Input.Search
          allowClear
          placeholder="用户账号"
          onSearch={(text) => (setUsername(text.trim()), setPageNo(1))}
        />
        <Can do="system:user:add">
          <Button type="primary" onClick={() => setForm({ mode: 'add', row: null })}>
            新增用户
          </Button>
        </Can>
        <Can do={manage}>
          <Button onClick={() => setPicking(true)}>已有用户</Button>
          {selected.length > 0 && (
            <Popconfirm
              title={`确定将这 ${selected.length} 个用户移出角色吗?`}
              onConfirm={() => remove.mutate(selected)}
            >
              <Button>取消关联</Button>
            </Popconfirm>
          )}
        </Can>
      </Space>
      <Table<Member>
        size="middle"
        bordered
        rowKey="id"
        loading={members.isPending || remove.isPending}
        dataSource={members.data?.records ?? []}
        locale={{ emptyText: '该角色下还没有用户，可点“新增用户”或“已有用户”添加' }}
        rowSelection={{ selectedRowKeys: selected, onChange: (keys) => setSelected(keys.map(String)) }}
        pagination={{
          current: pageNo,
          pageSize: 10,
          total: Number(members.data?.total ?? 0),
          onChange: setPageNo,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        columns={[
          { title: '用户账号', dataIndex: 'username', align: 'center' },
          { title: '用户名称', dataIndex: 'realname', align: 'center' },
          { title: '状态', dataIndex: 'status_dictText', width: 80, align: 'center' },
          {
            title: '操作',
            key: 'actions',
            width: 150,
            align: 'center',
            render: (_, row) => (
              <>
                <Can do="system:user:edit">
                  <Button
                    type="link"
                    size="small"
                    className="link"
                    onClick={() => setForm({ mode: 'edit', row })}
                  >
                    编辑
                  </Button>
                </Can>
                <Can do={manage}>
                  <Popconfirm title="确定取消关联吗?" onConfirm={() => remove.mutate([row.id])}>
                    <Button type="link" size="small" className="link">
                      取消关联
                    </Button>
                  </Popconfirm>
                </Can>
              </>
            ),
          },
        ]}
      />
      <Suspense fallback={null}>
        {form && (
          <UserForm
            {...form}
            {...(form.mode === 'add' ? { roles: own } : {})}
            onClose={() => {
              setForm(null)
              void client.invalidateQueries({ queryKey })
            }}
          />
        )}
      </Suspense>
      {picking && (
        <UserPickDialog
          title="添加已有用户"
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
    </>
  )
}
