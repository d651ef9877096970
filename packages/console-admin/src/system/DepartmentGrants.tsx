import { Button } from 'antd'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { GrantTree } from './GrantTree.tsx'
import { useTreeTools } from './PermissionTree.tsx'
import { departGrants, useGrants } from './use-grants.ts'

/** 部门权限: the menus and buttons that the roles of a department may be given (5-screens.md §6.7). */
export function DepartmentGrants({ departId }: { departId: string }) {
  const holder = departGrants(departId)
  const grants = useGrants(holder)
  const tools = useTreeTools(grants.nodes, grants.setPicked)
  return (
    <>
      <GrantTree holder={holder} grants={grants} tools={tools} />
      {grants.isReady && (
        <div className="tree-foot tree-foot-apart">
          {tools.button}
          <Can do="system:depart:edit">
            <Button
              type="primary"
              disabled={!grants.isChanged}
              loading={grants.save.isPending}
              onClick={() => grants.save.mutate()}
            >
              保存
            </Button>
          </Can>
        </div>
      )}
    </>
  )
}
