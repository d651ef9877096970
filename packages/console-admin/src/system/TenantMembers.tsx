import { tenantEndpoints, type TenantMember } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Button, Popconfirm, Tag } from 'antd'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { MemberList } from './MemberList.tsx'

const manage = 'system:tenant:edit'

interface Props {
  readonly tenantId: number
  readonly name: string
  onClose(): void
}

/** The people of a tenant: those of the platform are put in and taken out, those made in it stay. */
export function TenantMembers({ tenantId, name, onClose }: Props) {
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
      <MemberList<TenantMember>
        queryKey={['tenant', tenantId, 'users']}
        search="账号或姓名"
        empty={(word) => (word ? '没有账号或姓名相符的用户' : '该租户还没有用户')}
        load={({ word, ...page }, signal) =>
          call(tenantEndpoints.members, { tenantId, ...page, ...(word && { username: word }) }, { signal })
        }
        pickTitle="添加平台用户（加入后只在租户内工作）"
        add={(userIdList) => callForMessage(tenantEndpoints.addMembers, { tenantId, userIdList })}
        remove={(userIds) => callForMessage(tenantEndpoints.removeMembers, { tenantId, userIds })}
        tools={({ pick }) => (
          <Can do={manage}>
            <Button type="primary" onClick={pick}>
              添加平台用户
            </Button>
          </Can>
        )}
        columns={({ remove }) => [
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
            render: (_, row) =>
              row.isHome ? (
                '—'
              ) : (
                <Can do={manage}>
                  <Popconfirm title={`确定把“${row.realname}”移出该租户吗?`} onConfirm={() => remove(row.id)}>
                    <Button type="link" size="small" className="link">
                      移出
                    </Button>
                  </Popconfirm>
                </Can>
              ),
          },
        ]}
      />
    </AppModal>
  )
}
