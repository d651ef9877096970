import type { NewTenant } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Button, Checkbox, Descriptions, Typography } from 'antd'
import { useState } from 'react'

/** What the administrator of a new tenant signs in with: shown this once. */
export function NewTenantDialog({ made, onClose }: { made: NewTenant; onClose(): void }) {
  const [kept, setKept] = useState(false)
  return (
    <AppModal
      open
      width={600}
      title={`租户 ${made.tenantId} 的管理员`}
      footer={
        <Button type="primary" disabled={!kept} onClick={onClose}>
          关闭
        </Button>
      }
      closable={false}
      maskClosable={false}
      keyboard={false}
    >
      <Alert
        type="warning"
        showIcon
        className="gap-bottom"
        title="密码只显示这一次，关闭后任何人都不能再查看"
        description="请交给该租户的管理员；首次登录时须修改。租户的角色、菜单、首个部门、作业类型、职责规则和审批流程已一并建立。"
      />
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'name',
            label: '登录账号',
            children: <Typography.Text copyable>{made.adminUsername}</Typography.Text>,
          },
          {
            key: 'password',
            label: '初始密码',
            children: (
              <Typography.Text copyable code>
                {made.password}
              </Typography.Text>
            ),
          },
        ]}
      />
      <p>
        <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
          我已保存账号和密码
        </Checkbox>
      </p>
    </AppModal>
  )
}
