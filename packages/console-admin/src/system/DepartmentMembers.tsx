import { departmentEndpoints, type Page, type user } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Input, Popconfirm, Space, Table } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { request } from '@suoan/console-base/request/client.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { UserPickDialog } from '@suoan/console-base/resource/pickers/UserPickDialog.tsx'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'

const UserForm = lazyPart('UserForm', () => import('./UserForm.tsx').then((m) => m.UserForm))
const MemberRoles = lazyPart('MemberRoles', () => import('./MemberRoles.tsx').then((m) => m.MemberRoles))

type Member = RowOf<typeof user.fields>

/** 用户信息: who belongs to a department that one leads; added, made, and taken out here (5-screens.md §6.8). */
export function DepartmentMembers({ departId, name }: { departId: string; name: string }) {
  const client = useQueryClient()
  const [username, setUsername] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [selected, setSelected] = useState<string[]>([])
  const [picking, setPicking] = useState(false)
  const [form, setForm] = useState<{ mode: 'add' | 'edit' | 'detail'; row: Member | null } | null>(null)
  const [assigned, setAssigned] = useState<Member | null>(null)
  const may = {
    pick: useCan('system:user:list'),
    add: useCan('system:user:add'),
    edit: useCan('system:user:edit'),
    roles: useCan('system:departRole:edit'),
  }
  const queryKey = ['department', departId, 'members']
  const members = useQuery({
    queryKey: [...queryKey, username, pageNo],
    queryFn: ({ signal }) =>
      membersOf(
        { depId: departId, pageNo, pageSize: 10, ...(username ? { username: `*${username}*` } : {}) },
        signal,
      ),
  })
  const reload = () => void client.invalidateQueries({ queryKey })
  const done = (answer: { message: string }) => {
    void feedback().message.success(answer.message)
    setSelected([])
    setPicking(false)
    reload()
  }
  const add = useMutation({
    mutationFn: (userIdList: string[]) =>
      callForMessage(departmentEndpoints.addMembers, { depId: departId, userIdList }),
    onSuccess: done,
  })
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) =>
      callForMessage(departmentEndpoints.removeMembers, { depId: departId, userIds: ids.join(',') }),
    onSuccess: done,
  })
  if (members.isError) return <ErrorState error={members.error} onRetry={() => void members.refetch()} />
  const more = (row: Member) => [
    ...(may.roles ? [{ key: 'roles', label: '部门角色', onClick: () => setAssigned(row) }] : []),
    ...(may.pick
      ? [{ key: 'detail', label: '用户详情', onClick: () => setForm({ mode: 'detail', row }) }]
      : []),
    {
      key: 'leave',
      label: '取消关联',
      onClick: () =>
        confirmAction(
          {
            title: '确认取消关联',
            content: `确定把“${row.realname ?? ''}”移出部门“${name}”吗? 他在该部门的部门角色也随之取消。`,
          },
          () => remove.mutate([row.id]),
        ),
    },
  ]
  return (
    <>
      <Space wrap className="toolbar">
        <Input.Search
          allowClear
          placeholder="用户账号"
          onSearch={(text) => (setUsername(text.trim()), setPageNo(1), setSelected([]))}
        />
        {may.pick && (
          <Button type="primary" onClick={() => setPicking(true)}>
            添加已有用户
          </Button>
        )}
        {may.add && <Button onClick={() => setForm({ mode: 'add', row: null })}>新建用户</Button>}
        {selected.length > 0 && (
          <Popconfirm
            title={`确定将这 ${selected.length} 个用户移出部门吗?`}
            onConfirm={() => remove.mutate(selected)}
          >
            <Button>取消关联</Button>
          </Popconfirm>
        )}
      </Space>
      <Table<Member>
        size="middle"
        bordered
        rowKey="id"
        scroll={{ x: 'max-content' }}
        loading={members.isPending || remove.isPending}
        dataSource={members.data?.records ?? []}
        locale={{ emptyText: username ? '没有账号相符的用户' : '该部门还没有用户' }}
        rowSelection={{ selectedRowKeys: selected, onChange: (keys) => setSelected(keys.map(String)) }}
        pagination={{
          current: pageNo,
          pageSize: 10,
          total: Number(members.data?.total ?? 0),
          onChange: setPageNo,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        columns={[
          { title: '用户账号', dataIndex: 'username' },
          { title: '用户名称', dataIndex: 'realname' },
          // The names of his departments stand in `orgCode` (4-api.md §7.1).
          { title: '部门', key: 'departs', render: (_, row) => row.orgCode || '—' },
          {
            title: '性别',
            key: 'sex',
            width: 70,
            align: 'center',
            render: (_, row) => row.sex_dictText || '—',
          },
          { title: '电话', key: 'phone', render: (_, row) => row.phone || '—' },
          {
            title: '操作',
            key: 'actions',
            width: 150,
            align: 'center',
            render: (_, row) => (
              <Space size={4}>
                {may.edit && (
                  <Button
                    type="link"
                    size="small"
                    className="link"
                    onClick={() => setForm({ mode: 'edit', row })}
                  >
                    编辑
                  </Button>
                )}
                <Dropdown menu={{ items: more(row) }}>
                  <Button type="link" size="small" className="link">
                    更多
                  </Button>
                </Dropdown>
              </Space>
            ),
          },
        ]}
      />
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
      <Suspense fallback={null}>
        {form && (
          <UserForm
            mode={form.mode}
            row={form.row}
            departs={[departId]}
            onClose={() => {
              setForm(null)
              reload()
            }}
          />
        )}
        {assigned && (
          <MemberRoles
            userId={assigned.id}
            name={assigned.realname ?? ''}
            departId={departId}
            onClose={() => setAssigned(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const membersOf = async (query: Readonly<Record<string, string | number>>, signal: AbortSignal) =>
  (await request<Page<Member>>({ method: 'GET', path: departmentEndpoints.members.path, query, signal }))
    .result
