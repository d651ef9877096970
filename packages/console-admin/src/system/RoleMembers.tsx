import { userEndpoints } from '@suoan/contract'
import { Button, Popconfirm, Space } from 'antd'
import { useMemo } from 'react'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { MemberList, usersFrom, type UserMember } from './MemberList.tsx'

const manage = 'system:role:edit'

/** The users of a role: add existing ones, take them out (5-screens.md §6.3). */
export function RoleMembers({ roleId }: { roleId: string }) {
  const startsWith = useMemo(() => ({ roles: [roleId] }), [roleId])
  return (
    <MemberList<UserMember>
      queryKey={['role', roleId, 'users']}
      search="用户账号"
      empty={(word) => (word ? '没有账号相符的用户' : '该角色下还没有用户，可点“新增用户”或“已有用户”添加')}
      load={usersFrom(userEndpoints.ofRole, { roleId })}
      pickTitle="添加已有用户"
      add={(userIdList) => callForMessage(userEndpoints.addToRole, { roleId, userIdList })}
      remove={(ids) => callForMessage(userEndpoints.removeManyFromRole, { roleId, userIds: ids.join(',') })}
      askRemoveAll={(count) => `确定将这 ${count} 个用户移出角色吗?`}
      startsWith={startsWith}
      tools={({ pick, openForm }) => (
        <>
          <Can do="system:user:add">
            <Button type="primary" onClick={() => openForm('add', null)}>
              新增用户
            </Button>
          </Can>
          <Can do={manage}>
            <Button onClick={pick}>已有用户</Button>
          </Can>
        </>
      )}
      columns={({ openForm, remove }) => [
        { title: '用户账号', dataIndex: 'username' },
        { title: '用户名称', dataIndex: 'realname' },
        { title: '状态', dataIndex: 'status_dictText', width: 80 },
        {
          title: '操作',
          key: 'actions',
          width: 150,
          render: (_, row) => (
            <Space size={12}>
              <Can do="system:user:edit">
                <Button type="link" size="small" className="link" onClick={() => openForm('edit', row)}>
                  编辑
                </Button>
              </Can>
              <Can do={manage}>
                <Popconfirm title="确定取消关联吗?" onConfirm={() => remove(row.id)}>
                  <Button type="link" size="small" className="link">
                    取消关联
                  </Button>
                </Popconfirm>
              </Can>
            </Space>
          ),
        },
      ]}
    />
  )
}
