import { AppDrawer } from '@suoan/ui/modal'
import { Button, Empty, Popconfirm, Space } from 'antd'
import { GrantTree } from './GrantTree.tsx'
import { useTreeTools } from './PermissionTree.tsx'
import { departRoleGrants, useGrants } from './use-grants.ts'

interface Props {
  readonly departId: string
  readonly roleId: string
  readonly roleName: string
  onClose(): void
}

/** 部门角色权限配置: what a role gets of the menus and buttons that its department has (5-screens.md §6.8). */
export function DepartRoleGrants({ departId, roleId, roleName, onClose }: Props) {
  const holder = departRoleGrants(departId, roleId)
  const grants = useGrants(holder)
  const tools = useTreeTools(grants.nodes, grants.setPicked)
  const { isChanged, isReady, save } = grants
  const hasNone = isReady && grants.nodes.length === 0
  return (
    <AppDrawer
      title={`部门角色权限配置：${roleName}`}
      size={650}
      mask={{ closable: false }}
      onClose={onClose}
      footer={
        <div className="tree-foot">
          {hasNone ? <span /> : tools.button}
          <Space>
            <Popconfirm title="确定放弃编辑？" disabled={!isChanged} onConfirm={onClose}>
              <Button {...(isChanged ? {} : { onClick: onClose })}>取消</Button>
            </Popconfirm>
            <Button
              type="primary"
              disabled={!isReady || hasNone}
              loading={save.isPending}
              onClick={() => save.mutate(undefined, { onSuccess: onClose })}
            >
              保存并关闭
            </Button>
          </Space>
        </div>
      }
    >
      {hasNone ? (
        <Empty description="无可配置部门权限! 请管理员先在“部门管理 → 部门权限”中勾选" />
      ) : (
        <GrantTree holder={holder} grants={grants} tools={tools} />
      )}
    </AppDrawer>
  )
}
