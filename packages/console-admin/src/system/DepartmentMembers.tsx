import { departmentEndpoints } from '@suoan/contract'
import { Button, Dropdown, Space } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { MemberList, usersFrom, type MemberActions, type UserMember } from './MemberList.tsx'

const MemberRoles = lazyPart('MemberRoles', () => import('./MemberRoles.tsx').then((m) => m.MemberRoles))

/** 用户信息: who belongs to a department that one leads; added, made, and taken out here (5-screens.md §6.8). */
export function DepartmentMembers({ departId, name }: { departId: string; name: string }) {
  const [assigned, setAssigned] = useState<UserMember | null>(null)
  const may = {
    pick: useCan('system:user:list'),
    add: useCan('system:user:add'),
    edit: useCan('system:user:edit'),
    roles: useCan('system:departRole:edit'),
  }
  const startsWith = useMemo(() => ({ departs: [departId] }), [departId])
  const more = (row: UserMember, { openForm, remove }: MemberActions) => [
    ...(may.roles ? [{ key: 'roles', label: '部门角色', onClick: () => setAssigned(row) }] : []),
    ...(may.pick ? [{ key: 'detail', label: '用户详情', onClick: () => openForm('detail', row) }] : []),
    {
      key: 'leave',
      label: '取消关联',
      onClick: () =>
        confirmAction(
          {
            title: '确认取消关联',
            content: `确定把“${row.realname ?? ''}”移出部门“${name}”吗? 他在该部门的部门角色也随之取消。`,
          },
          () => remove(row.id),
        ),
    },
  ]
  return (
    <>
      <MemberList<UserMember>
        queryKey={['department', departId, 'members']}
        search="用户账号"
        empty={(word) => (word ? '没有账号相符的用户' : '该部门还没有用户')}
        load={usersFrom(departmentEndpoints.members, { depId: departId })}
        pickTitle="添加已有用户"
        add={(userIdList) => callForMessage(departmentEndpoints.addMembers, { depId: departId, userIdList })}
        remove={(ids) =>
          callForMessage(departmentEndpoints.removeMembers, { depId: departId, userIds: ids.join(',') })
        }
        askRemoveAll={(count) => `确定将这 ${count} 个用户移出部门吗?`}
        startsWith={startsWith}
        tools={({ pick, openForm }) => (
          <>
            {may.pick && (
              <Button type="primary" onClick={pick}>
                添加已有用户
              </Button>
            )}
            {may.add && <Button onClick={() => openForm('add', null)}>新建用户</Button>}
          </>
        )}
        columns={(actions) => [
          { title: '用户账号', dataIndex: 'username' },
          { title: '用户名称', dataIndex: 'realname' },
          // The names of his departments stand in `orgCode` (4-api.md §7.1).
          { title: '部门', key: 'departs', render: (_, row) => row.orgCode || '—' },
          {
            title: '性别',
            key: 'sex',
            width: 70,
            render: (_, row) => row.sex_dictText || '—',
          },
          { title: '电话', key: 'phone', render: (_, row) => row.phone || '—' },
          {
            title: '操作',
            key: 'actions',
            width: 110,
            render: (_, row) => (
              <Space size={12}>
                {may.edit && (
                  <Button
                    type="link"
                    size="small"
                    className="link"
                    onClick={() => actions.openForm('edit', row)}
                  >
                    编辑
                  </Button>
                )}
                <Dropdown menu={{ items: more(row, actions) }}>
                  <Button type="link" size="small" className="link">
                    更多
                  </Button>
                </Dropdown>
              </Space>
            ),
          },
        ]}
      />
      <Suspense fallback={null}>
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
