import { AppDrawer } from '@suoan/ui/modal'
import { Button, Popconfirm, Space } from 'antd'
import { GrantTree } from './GrantTree.tsx'
import { useTreeTools } from './PermissionTree.tsx'
import { roleGrants, useGrants } from './use-grants.ts'

interface Props {
  readonly roleId: string
  readonly roleName: string
  onClose(): void
}

/** 角色权限配置: the menus and buttons of a role (5-screens.md §6.3). */
export function GrantDrawer({ roleId, roleName, onClose }: Props) {
  const holder = roleGrants(roleId)
  const grants = useGrants(holder)
  const tools = useTreeTools(grants.nodes, grants.setPicked)
  const { isChanged, isReady, save } = grants
  return (
    <AppDrawer
      title={`角色权限配置：${roleName}`}
      size={650}
      mask={{ closable: false }}
      onClose={onClose}
      footer={
        <div className="tree-foot">
          {tools.button}
          <Space>
            <Popconfirm title="确定放弃编辑？" disabled={!isChanged} onConfirm={onClose}>
              <Button {...(isChanged ? {} : { onClick: onClose })}>取消</Button>
            </Popconfirm>
            <Button
              type="primary"
              ghost
              disabled={!isReady}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              仅保存
            </Button>
            <Button
              type="primary"
              disabled={!isReady}
              loading={save.isPending}
              onClick={() => save.mutate(undefined, { onSuccess: onClose })}
            >
              保存并关闭
            </Button>
          </Space>
        </div>
      }
    >
      <GrantTree holder={holder} grants={grants} tools={tools} />
    </AppDrawer>
  )
}
