import type { TenantAdmin } from '@suoan/contract'
import { SecretDialog } from '@suoan/console-base/secret-dialog/SecretDialog.tsx'
import { Descriptions, Typography } from 'antd'

interface Props {
  readonly admin: TenantAdmin
  /** The tenant was made just now, with all it needs; otherwise its administrator was given another password. */
  readonly isNew: boolean
  onClose(): void
}

/** What the administrator of a tenant signs in with: shown this once. */
export function TenantAdminDialog({ admin, isNew, onClose }: Props) {
  return (
    <SecretDialog
      title={`租户 ${admin.tenantId} 的管理员`}
      width={600}
      warning="密码只显示这一次，关闭后任何人都不能再查看"
      advice={
        isNew
          ? '请交给该租户的管理员；首次登录时须修改。租户的角色、菜单、首个部门、作业类型、职责规则和审批流程已一并建立。'
          : '请交给该租户的管理员；他原来的密码和登录都已失效，登录后须修改。动态口令没有改变。'
      }
      keptLabel="我已保存账号和密码"
      onClose={onClose}
    >
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'name',
            label: '登录账号',
            children: <Typography.Text copyable>{admin.adminUsername}</Typography.Text>,
          },
          {
            key: 'password',
            label: isNew ? '初始密码' : '一次性密码',
            children: (
              <Typography.Text copyable code>
                {admin.password}
              </Typography.Text>
            ),
          },
        ]}
      />
    </SecretDialog>
  )
}
