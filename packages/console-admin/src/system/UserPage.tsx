import { HddOutlined, LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { user } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { request } from '@suoan/console-base/request/client.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { BatchAction, RowAction } from '@suoan/console-base/resource/row-action.ts'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { UserAvatar } from './UserAvatar.tsx'

const UserForm = lazyPart('UserForm', () => import('./UserForm.tsx').then((m) => m.UserForm))
const ResetPassword = lazyPart('ResetPassword', () =>
  import('./ResetPassword.tsx').then((m) => m.ResetPassword),
)
const PersonRights = lazyPart('PersonRights', () => import('./PersonRights.tsx').then((m) => m.PersonRights))
const UserRecycleBin = lazyPart('UserRecycleBin', () =>
  import('./RecycleBins.tsx').then((m) => m.UserRecycleBin),
)

const searchNames = ['username', 'sex', 'realname', 'phone', 'status']
const normal = 1
const frozen = 2
interface UserMore {
  readonly orgCodeTxt?: string
  readonly roleNames?: string
}
type UserRow = RowOf<typeof user.fields, UserMore>

const isAdmin = (row: UserRow) => row.username === 'admin'

/** 用户管理 (5-screens.md §6.1). */
export default function UserPage() {
  const [password, setPassword] = useState<UserRow | null>(null)
  const [bin, setBin] = useState(false)
  const [rights, setRights] = useState<UserRow | null>(null)
  const rowActions: RowAction<UserRow>[] = [
    { key: 'password', label: '密码', permission: 'system:user:edit', run: (row) => setPassword(row) },
    {
      key: 'totp',
      label: '重置动态口令',
      permission: 'system:user:edit',
      confirm: '该用户丢失了手机和恢复码？重置后他的登录都会失效，下次登录不再需要原来的动态口令。',
      run: (row) => resetTotp(row.username ?? ''),
    },
    { key: 'rights', label: '权限来源', permission: 'system:role:list', run: (row) => setRights(row) },
    freezeRow('冻结', '确定冻结吗?', frozen),
    freezeRow('解冻', '确定解冻吗?', normal),
  ]
  return (
    <div className="card">
      <ResourceView<typeof user.fields, UserMore>
        resource={user}
        addLabel="添加用户"
        exportName="用户信息"
        search={searchNames}
        list={[
          // Who somebody is and whether he may sign in stand before what is often left empty.
          'username',
          'realname',
          'avatar',
          'orgCodeTxt',
          'status',
          'phone',
          'departIds',
          'sex',
          'birthday',
        ]}
        columns={{
          username: { width: 120 },
          sex: { width: 75 },
          birthday: { width: 115 },
          phone: { width: 125 },
          departIds: { width: 140 },
          status: { width: 85 },
          avatar: { width: 70, sorter: false, render: (row) => <UserAvatar {...row} /> },
          orgCodeTxt: {
            title: '部门',
            width: 140,
            sorter: false,
            inSheet: true,
            render: (row) => row.orgCodeTxt || '—',
          },
          roleNames: {
            title: '角色',
            width: 180,
            isExtra: true,
            inSheet: true,
            render: (row) => row.roleNames || '—',
          },
        }}
        rowActions={rowActions}
        batchActions={[
          freezeBatch('冻结', frozen, <LockOutlined />),
          freezeBatch('解冻', normal, <UnlockOutlined />),
        ]}
        toolbar={[
          {
            key: 'bin',
            label: '回收站',
            icon: <HddOutlined />,
            permission: 'system:user:delete',
            run: () => setBin(true),
          },
        ]}
        mayDelete={(row) => !isAdmin(row)}
        Form={UserForm}
      />
      <Suspense fallback={null}>
        {password && <ResetPassword username={password.username ?? ''} onClose={() => setPassword(null)} />}
        {rights && (
          <PersonRights userId={rights.id} name={rights.realname ?? ''} onClose={() => setRights(null)} />
        )}
        {bin && <UserRecycleBin onClose={() => setBin(false)} />}
      </Suspense>
    </div>
  )
}

async function resetTotp(username: string) {
  const answer = await request({ method: 'PUT', path: '/sys/user/resetTotp', body: { username } })
  void feedback().message.success(answer.message)
}

async function setStatus(ids: readonly string[], status: number, list: ResourceList) {
  const answer = await request({
    method: 'PUT',
    path: '/sys/user/frozenBatch',
    body: { ids: ids.join(','), status },
  })
  void feedback().message.success(answer.message)
  list.reload()
}

function freezeRow(label: string, confirm: string, status: number): RowAction<UserRow> {
  return {
    key: label,
    label,
    confirm,
    permission: 'system:user:edit',
    when: (row) => !isAdmin(row) && Number(row.status) !== status,
    run: (row, list) => setStatus([row.id], status, list),
  }
}

function freezeBatch(label: string, status: number, icon: BatchAction['icon']): BatchAction<UserRow> {
  return {
    key: label,
    label,
    icon,
    permission: 'system:user:edit',
    guard: (rows) => (rows.some(isAdmin) ? '管理员账号不允许此操作,请重新选择！' : null),
    confirm: { title: '确认操作', content: `是否${label}选中账号?` },
    run: (_, list) => setStatus(list.selection, status, list),
  }
}
